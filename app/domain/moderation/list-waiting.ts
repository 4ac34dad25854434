import { sql } from "drizzle-orm";
import type { WaitingMember } from "~/contract/sign-ups";
import { isModerator } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { asModerator } from "./as-moderator";

/**
 * Returns the people whose accounts wait for approval, oldest first, at most 50, and the number of all, counted to 1000.
 * @throws AppError `not_found` for members
 */
export async function listWaiting(ctx: MemberCtx): Promise<{ people: WaitingMember[]; waiting: number }> {
  asModerator(ctx);
  const [people, [count]] = await readRows(ctx, ...waitingReads());
  return { people, waiting: count?.waiting ?? 0 };
}

/** Returns the number of people whose accounts wait for approval, counted to 1000. */
export async function countWaiting(ctx: MemberCtx): Promise<number> {
  const [[count]] = await readRows(ctx, waitingCount());
  return count?.waiting ?? 0;
}

/** The reads of `listWaiting`. */
export const waitingReads = () => [waitingRows(), waitingCount()] as const;

const waitingRows = viewerQuery<void, WaitingMember>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT w.member_id AS id, u.full_name AS fullName, substr(u.email, instr(u.email, '@') + 1) AS domain, w.reason AS reason,
      substr(w.network, 1, 8) AS network, w.created_at AS since,
      (SELECT count(*) FROM waiting_members o WHERE o.network = w.network) AS sameNetwork
    FROM waiting_members w JOIN users u ON u.id = w.member_id
    WHERE ${isModerator(me)} ORDER BY w.created_at LIMIT 50`,
});

/** The row of `countWaiting`. */
export const waitingCount = viewerQuery<void, { waiting: number }>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT count(*) AS waiting FROM (SELECT 1 FROM waiting_members WHERE ${isModerator(me)} LIMIT 1000)`,
});
