import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { idsOf } from "~/db/ids-of";
import { keyOf } from "~/db/keys";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { notifiedOfComment, withOwner } from "../presence/hub-subscriptions";
import { publishDeletedNotifications } from "./publish-notifications";

/**
 * Deletes a comment of the viewer, or one on their post, with replies, likes and notifications.
 * @throws AppError `not_found`; `forbidden` for another member's comment on another member's post
 */
export async function deleteComment(ctx: MemberCtx, postId: string, commentId: string): Promise<void> {
  const { db, viewer } = ctx;
  const mayDelete = sql`(p.user_id = ${viewer.id} OR c.member = ${keyOf(viewer)})`;
  const found = sql`
    FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = ${commentId} WHERE p.id = ${postId}`;
  const [[row] = [], notified = []] = await batchRows(db, [
    sql`SELECT p.user_id AS ownerId, c.parent_id AS parentId, ${mayDelete} AS mayDelete ${found} AND (${mayDelete}
      OR ${notBlocked(viewer.id, sql`(SELECT id FROM users WHERE key = c.member)`)} AND ${maySee(asViewer(viewer))})`,
    notifiedOfComment(postId, commentId),
    sql`DELETE FROM post_comments WHERE (post, id) = (SELECT c.post, c.id ${found} AND ${mayDelete})`,
  ]);
  if (!row) throw new AppError("not_found", msg`Comment not found`);
  if (!row.mayDelete) {
    throw new AppError("forbidden", msg`Only its author and the post's owner can delete a comment.`);
  }
  const ownerId = String(row.ownerId);
  if (row.parentId !== null) ctx.realtime.countsChanged(ownerId, postId, "comments", String(row.parentId));
  ctx.realtime.countsChanged(ownerId, postId, "comments");
  publishDeletedNotifications(ctx, withOwner(ownerId, idsOf(notified)), { commentId });
}
