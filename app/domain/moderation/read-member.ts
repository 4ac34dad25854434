import { sql } from "drizzle-orm";
import type { DeskMember } from "~/contract/member-actions";
import type { LogEntry } from "~/contract/moderation-views";
import { isAdmin, isModerator, mayModerate } from "~/db/moderators";
import { currentTime, me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import { hasTwoFactor } from "../accounts/second-factor";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { asModerator } from "./as-moderator";
import { memberState } from "./find-members";
import { logColumns } from "./list-log";

/** Returns a member with the last 20 entries of the log about them. @throws AppError `not_found` */
export async function readMember(
  ctx: MemberCtx,
  id: string,
): Promise<{ member: DeskMember; history: LogEntry[] }> {
  asModerator(ctx);
  const [[member], history] = await readRows(ctx, ...memberReads(id));
  if (!member) throw memberNotFound();
  return { member, history };
}

/** Returns the reads of `readMember`. */
export const memberReads = (id: string) => [memberRow(id), historyRows(id)] as const;

const values = (id: string) => ({ id });

const memberRow = viewerQuery<string, DeskMember>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.role AS role, ${memberState} AS state,
      u.created_at AS createdAt, s.until AS until, u.silenced_until AS silencedUntil,
      (SELECT count(*) FROM sessions WHERE user_id = u.id AND expires_at > ${currentTime}) AS sessions,
      u.email_confirmed AS emailConfirmed, ${hasTwoFactor(sql`u.id`)} AS hasTwoFactor,
      iif(${isAdmin(me)}, u.email, NULL) AS email, ${isAdmin(me)} AS isAdmin, (${mayModerate(me, sql`u.id`)}) AS mayAct
    FROM users u LEFT JOIN suspensions s ON s.member_id = u.id
    WHERE u.id = ${sql.placeholder("id")} AND ${isModerator(me)}`,
  values,
});

const historyRows = viewerQuery<string, LogEntry>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT ${logColumns} FROM moderation_log l
    WHERE l.member_id = ${sql.placeholder("id")} AND ${isModerator(me)} ORDER BY l.id DESC LIMIT 20`,
  values,
});
