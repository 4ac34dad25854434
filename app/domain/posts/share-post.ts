import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import { notifyShared } from "~/db/notify";
import { pairKey } from "../connections/read-status";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { publishNotifications } from "./publish-notifications";

/**
 * Notifies one of the viewer's connections of a post (docs/product.md#sharing). While they have not read the notification, sharing the
 * post again stores no second one.
 * @returns the recipient's username
 * @throws AppError `not_found`; `forbidden` when the recipient is not a connection
 */
export async function sharePost(ctx: MemberCtx, postId: string, recipientId: string): Promise<string> {
  const { db, viewer } = ctx;
  const row = await db.get<{ isThere: number; username: string | null }>(sql`
    SELECT EXISTS (SELECT 1 FROM posts WHERE id = ${postId} AND ${notBlocked(viewer.id, sql`user_id`)}) AS isThere,
      (SELECT u.username FROM connections c JOIN users u ON u.id = ${recipientId}
        WHERE c.pair = ${pairKey(viewer.id, recipientId)} AND c.status = 'accepted') AS username`);
  if (!row.isThere) throw postNotFound();
  if (row.username === null) throw new AppError("forbidden", "You can share with your connections only.");
  const notice = { fromUserId: viewer.id, entityId: postId, createdAt: ctx.now().toISOString() };
  const stored = await notifyShared(db, recipientId, notice);
  publishNotifications(ctx, stored, { type: "post_share", entityId: postId });
  const payload = { postId, fromUserId: viewer.id, fromUsername: viewer.username };
  for (const { userId } of stored) ctx.realtime.publish(userId, { type: "share_post", payload });
  return row.username;
}
