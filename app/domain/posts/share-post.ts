import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { areConnected } from "~/db/connections";
import { notifyShared, storedNotifications } from "~/db/notify";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { publishNotifications } from "./publish-notifications";

/**
 * Notifies one of the viewer's connections of a post (docs/product.md#sharing). While they have not read the
 * notification, sharing the post again stores no second one. A connection who may not see it gets none, unknown to the
 * viewer.
 * @returns the recipient's username
 * @throws AppError `not_found`; `forbidden` when the recipient is not a connection
 */
export async function sharePost(ctx: MemberCtx, postId: string, recipientId: string): Promise<string> {
  const { db, viewer } = ctx;
  const notification = { entityId: postId, createdAt: ctx.now() };
  const connected = areConnected(viewer, recipientId);
  const [[row] = [], stored = []] = await batchRows(db, [
    sql`SELECT EXISTS (SELECT 1 FROM posts WHERE id = ${postId} AND ${maySee(asViewer(viewer), sql`posts`)}) AS isThere,
      (SELECT username FROM users WHERE id = ${recipientId} AND ${connected}) AS username`,
    notifyShared(recipientId, viewer, notification, connected),
  ]);
  if (!row?.isThere) throw postNotFound();
  if (row.username === null) throw new AppError("forbidden", msg`You can share with your connections only.`);
  const notified = storedNotifications(stored);
  publishNotifications(ctx, notified, { type: "post_share", entityId: postId });
  const payload = { postId, fromUserId: viewer.id, fromUsername: viewer.username };
  for (const { userId } of notified) ctx.realtime.publish(userId, { type: "share_post", payload });
  return String(row.username);
}
