import { sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { ReportInput } from "~/contract/safety";
import { reports } from "~/db/schema";
import type { MemberCtx } from "../context";
import { memberNotFound, postNotFound } from "../not-found";

/**
 * Stores a report of a post or a member for the operator. A repeated report replaces the reason and the details.
 * @throws AppError `not_found`; `invalid` for oneself and own posts
 */
export async function report(ctx: MemberCtx, input: ReportInput): Promise<void> {
  const member = await ctx.db.get<{ id: string } | undefined>(
    input.postId === undefined
      ? sql`SELECT id AS id FROM users WHERE id = ${input.userId}`
      : sql`SELECT user_id AS id FROM posts WHERE id = ${input.postId}`,
  );
  if (!member) throw input.postId === undefined ? memberNotFound() : postNotFound();
  if (member.id === ctx.viewer.id) throw invalid("reason", "You cannot report yourself.");
  const now = ctx.now();
  const content = { reason: input.reason, details: input.details.trim(), createdAt: now.toISOString() };
  await ctx.db
    .insert(reports)
    .values({
      id: newId(now.getTime()),
      reporterId: ctx.viewer.id,
      memberId: member.id,
      postId: input.postId ?? "",
      ...content,
    })
    .onConflictDoUpdate({ target: [reports.reporterId, reports.memberId, reports.postId], set: content });
}
