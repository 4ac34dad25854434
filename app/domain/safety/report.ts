import { sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { ReportInput } from "~/contract/safety";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { memberNotFound, postNotFound } from "../not-found";

/**
 * Stores a report of a post or a member for the operator. A repeated report replaces the reason and the details.
 * @throws AppError `not_found`; `invalid` for oneself and own posts
 */
export async function report(ctx: MemberCtx, input: ReportInput): Promise<void> {
  const reported =
    input.postId === undefined
      ? sql`SELECT id AS memberId FROM users WHERE id = ${input.userId}`
      : sql`SELECT user_id AS memberId FROM posts WHERE id = ${input.postId}`;
  const now = ctx.now();
  const [[member] = []] = await batchRows(ctx.db, [
    reported,
    sql`
      INSERT INTO reports (id, reporter_id, member_id, post_id, reason, details, created_at)
      SELECT ${newId(now.getTime())}, ${ctx.viewer.id}, memberId, ${input.postId ?? ""}, ${input.reason},
        ${input.details.trim()}, ${now.toISOString()}
      FROM (${reported}) WHERE memberId <> ${ctx.viewer.id}
      ON CONFLICT (reporter_id, member_id, post_id) DO UPDATE
        SET reason = excluded.reason, details = excluded.details, created_at = excluded.created_at`,
  ]);
  if (!member) throw input.postId === undefined ? memberNotFound() : postNotFound();
  if (member.memberId === ctx.viewer.id) throw invalid("reason", "You cannot report yourself.");
}
