import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { ModerationAction, Role } from "~/contract/moderation";
import { batchRows } from "~/db/batch";
import { isAdmin, mayModerate } from "~/db/moderators";
import type { DbRow } from "~/db/viewer-query";
import { isRaisedBy } from "~/db/violations";
import type { Decider, DecisionCtx } from "./decision-plan";

/** The operator at the command line, who may decide about everybody. */
export const operator: Decider = { id: null, username: "the operator" };

/** The role that an action needs. */
export type DeskRole = Exclude<Role, "member">;

/** The condition that a decider may act on a member: nobody on themself or an admin, the operator on everybody. */
export function mayActOn({ id }: Decider, memberId: SQL | string, needs: DeskRole = "moderator"): SQL {
  if (id === null) return sql`TRUE`;
  const may = mayModerate(id, memberId);
  return needs === "admin" ? sql`(${may} AND ${isAdmin(id)})` : sql`(${may})`;
}

/** An entry of the log about the account of a member. */
export interface Act {
  action: ModerationAction;
  needs: DeskRole;
  note: string;
}

/** The message of the statement that refuses an action. Its batch stores nothing. */
const REFUSED = "action is not allowed";

/** Returns the statement that stores an entry about the account of a member in the log. */
export function logOf(
  decider: Decider,
  memberId: string,
  { action, note }: Pick<Act, "action" | "note">,
  now: Date,
): SQL {
  return sql`
    INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, created_at)
    SELECT ${newId(now.getTime())}, ${decider.id}, ${decider.username}, ${action}, id, username, 'member', id, 'other', ${note},
      ${now.toISOString()} FROM users WHERE id = ${memberId}`;
}

/**
 * Runs the writes of an action on a member, and logs it, in one transaction, if the decider may still act on them.
 * @param run runs the transaction
 * @returns the rows of the writes
 * @throws AppError `forbidden`
 */
export async function act(
  ctx: Pick<DecisionCtx, "db" | "now">,
  decider: Decider,
  memberId: string,
  entry: Act,
  writes: SQL[],
  run: (statements: SQL[]) => Promise<DbRow[][]> = (statements) => batchRows(ctx.db, statements),
): Promise<DbRow[][]> {
  // As in app/db/session-guard.ts.
  const check = sql`SELECT iif(${mayActOn(decider, memberId, entry.needs)}, 1, json_extract('{}', ${REFUSED}))`;
  try {
    const [, , ...rows] = await run([check, logOf(decider, memberId, entry, ctx.now()), ...writes]);
    return rows;
  } catch (error) {
    throw isRaisedBy(error, REFUSED) ? notAllowed() : error;
  }
}

/** Returns the error of an action that needs another role. */
export const notAllowed = () => new AppError("forbidden", msg`Your role does not allow this.`);

/** An entry of the log about the site. */
interface SiteAct {
  action: ModerationAction;
  /** The subject, such as `email`. */
  subject: string;
  name: string | SQL;
  note?: string;
}

/** Stores an entry about the site in the log. */
export async function logSite(
  { db, now }: Pick<DecisionCtx, "db" | "now">,
  decider: Decider,
  entry: SiteAct,
): Promise<void> {
  await db.run(siteEntry(decider, entry, now()));
}

/** Returns the statement that does it. @param condition must hold, else nothing is logged */
export function siteEntry(
  decider: Decider,
  { action, subject, name, note = "" }: SiteAct,
  now: Date,
  until: string | null = null,
  condition = sql`TRUE`,
): SQL {
  return sql`
    INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, until, created_at)
    SELECT ${newId(now.getTime())}, ${decider.id}, ${decider.username}, ${action}, '', ${name}, 'site', ${subject}, 'other', ${note},
      ${until}, ${now.toISOString()} WHERE ${condition}
    RETURNING id`;
}
