import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";

/**
 * Hides a comment on the viewer's post with its replies, and unpins it: cards leave them out, and the post's page shows
 * them on request. Or shows them again. Idempotent.
 * @throws AppError `not_found`; `forbidden` on another member's post
 */
export async function setCommentHidden(
  ctx: MemberCtx,
  postId: string,
  commentId: string,
  isHidden: boolean,
): Promise<void> {
  const { db, viewer } = ctx;
  const found = sql`
    FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = ${commentId} WHERE p.id = ${postId}`;
  const [[row] = []] = await batchRows(db, [
    sql`SELECT p.user_id AS ownerId ${found} AND ${maySee(asViewer(viewer))}
      AND ${notBlocked(viewer.id, sql`(SELECT id FROM users WHERE key = c.member)`)}`,
    sql`UPDATE post_comments SET is_hidden = ${isHidden ? 1 : 0}
      WHERE (post, id) = (SELECT c.post, c.id ${found} AND p.user_id = ${viewer.id})`,
    sql`UPDATE post_comments INDEXED BY post_comments_replies SET is_hidden = ${isHidden ? 1 : 0}
      WHERE post = (SELECT p.key FROM posts p WHERE p.id = ${postId} AND p.user_id = ${viewer.id})
        AND parent_id = ${commentId} AND parent_id IS NOT NULL`,
    ...(isHidden
      ? [
          sql`UPDATE posts SET pinned_comment = NULL
            WHERE id = ${postId} AND user_id = ${viewer.id} AND pinned_comment = ${commentId}`,
        ]
      : []),
  ]);
  if (!row) throw new AppError("not_found", msg`Comment not found`);
  if (row.ownerId !== viewer.id)
    throw new AppError("forbidden", msg`Only the post's owner can hide a comment.`);
  ctx.realtime.postsChanged(viewer.id);
}
