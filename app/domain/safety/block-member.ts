import { msg } from "@lingui/core/runtime-macro";
import { and, eq, sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { blocks } from "~/db/schema";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { topics } from "~/platform/realtime";
import { withChatSteps } from "../chat/complete-chat-steps";
import { type ConnectionRow, sidesOfMember, statusColumns } from "../connections/read-status";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { unreadCount, unreadOf } from "../notifications/count-unread";

/**
 * Blocks a member: the two no longer see each other. A trigger deletes their connection, requests and notifications;
 * open pages of both are notified. Idempotent.
 * @throws AppError `not_found`; `invalid` for oneself
 */
export async function blockMember(ctx: MemberCtx, memberId: string): Promise<void> {
  const me = ctx.viewer.id;
  if (memberId === me) throw invalid("userId", msg`You cannot block yourself.`);
  const now = ctx.now();
  const [[before] = [], , ...unread] = await withChatSteps(ctx, [
    sql`SELECT ${statusColumns(me)} FROM users u LEFT JOIN ${sidesOfMember(me)} WHERE u.id = ${memberId}`,
    sql`
      INSERT INTO blocks (id, blocker_id, blocked_id, created_at)
      SELECT ${newId(now.getTime())}, ${me}, id, ${now.toISOString()} FROM users WHERE id = ${memberId}
      ON CONFLICT DO NOTHING`,
    unreadCount(ctx.viewer),
    unreadCount(memberId),
  ]);
  if (!before) throw memberNotFound();
  // The statement above returns these columns.
  const { status } = before as unknown as ConnectionRow;
  const payload = {
    fromUserId: me,
    toUserId: memberId,
    status: status === "accepted" ? "disconnected" : "rejected",
  } as const;
  for (const [index, id] of [me, memberId].entries()) {
    if (status) ctx.realtime.publish(id, { type: "connection_status", payload });
    ctx.realtime.publish(id, { type: "notifications_read", payload: unreadOf(unread[index]) });
  }
  ctx.realtime.changed([memberId], topics);
  if (status === "accepted") ctx.realtime.disconnected(me, memberId);
}

/** Removes the viewer's block of a member. An earlier connection is not restored. Idempotent. */
export async function unblockMember(ctx: MemberCtx, memberId: string): Promise<void> {
  await ctx.db.delete(blocks).where(and(eq(blocks.blockerId, ctx.viewer.id), eq(blocks.blockedId, memberId)));
  ctx.realtime.changed([memberId], topics);
}

/** Returns the members that the viewer has blocked, at most 500, last blocked first. */
export async function listBlocked(ctx: MemberCtx): Promise<UserSummary[]> {
  const [blocked] = await readRows(ctx, blockedRows());
  return blocked;
}

/** The rows of `listBlocked`. */
export const blockedRows = viewerQuery<void, UserSummary>({
  text: (viewer) => sql`
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM blocks b JOIN users u ON u.id = b.blocked_id
    WHERE b.blocker_id = ${viewer} ORDER BY b.id DESC LIMIT 500`,
});
