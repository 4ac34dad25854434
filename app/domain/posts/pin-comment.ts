import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";

/**
 * Pins a comment on the viewer's post, in place of the one pinned before, or unpins it. Idempotent.
 * @throws AppError `not_found`; `forbidden` on another member's post; `invalid` for a reply and a hidden comment
 */
export async function setCommentPinned(
  { db, viewer }: MemberCtx,
  postId: string,
  commentId: string,
  isPinned: boolean,
): Promise<void> {
  const ownPost = sql`id = ${postId} AND user_id = ${viewer.id}`;
  const canBePinned = sql`EXISTS (
    SELECT 1 FROM post_comments c WHERE c.post = posts.key AND c.id = ${commentId} AND c.parent_id IS NULL AND c.is_hidden = 0)`;
  const [[row] = []] = await batchRows(db, [
    sql`SELECT p.user_id AS ownerId, c.parent_id AS parentId, c.is_hidden AS isHidden
      FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = ${commentId}
      WHERE p.id = ${postId} AND ${maySee(asViewer(viewer))}
        AND ${notBlocked(viewer.id, sql`(SELECT id FROM users WHERE key = c.member)`)}`,
    isPinned
      ? sql`UPDATE posts SET pinned_comment = ${commentId}
          WHERE ${ownPost} AND pinned_comment IS NOT ${commentId} AND ${canBePinned}`
      : sql`UPDATE posts SET pinned_comment = NULL WHERE ${ownPost} AND pinned_comment = ${commentId}`,
  ]);
  if (!row) throw new AppError("not_found", msg`Comment not found`);
  if (row.ownerId !== viewer.id)
    throw new AppError("forbidden", msg`Only the post's owner can pin a comment.`);
  if (!isPinned) return;
  if (row.parentId !== null) throw invalid("commentId", msg`A reply cannot be pinned.`);
  if (row.isHidden === 1) throw invalid("commentId", msg`A hidden comment cannot be pinned.`);
}
