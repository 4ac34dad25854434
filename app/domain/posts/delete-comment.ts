import { eq, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import { comments } from "~/db/schema";
import type { MemberCtx } from "../context";

/**
 * Deletes a comment that the viewer wrote, or any comment on the viewer's own post.
 * @throws AppError `not_found`; `forbidden` for another member's comment on another member's post
 */
export async function deleteComment(ctx: MemberCtx, postId: string, commentId: string): Promise<void> {
  const { db, viewer } = ctx;
  const row = await db.get<{ authorId: string; ownerId: string } | undefined>(sql`
    SELECT c.user_id AS authorId, p.user_id AS ownerId
    FROM comments c JOIN posts p ON p.id = c.post_id
    WHERE c.id = ${commentId} AND c.post_id = ${postId} AND (${viewer.id} IN (c.user_id, p.user_id)
      OR ${notBlocked(viewer.id, sql`c.user_id`)} AND ${notBlocked(viewer.id, sql`p.user_id`)})`);
  if (!row) throw new AppError("not_found", "Comment not found");
  if (viewer.id !== row.authorId && viewer.id !== row.ownerId) {
    throw new AppError("forbidden", "Only its author and the post's owner can delete a comment.");
  }
  await db.delete(comments).where(eq(comments.id, commentId));
  ctx.realtime.countsChanged(row.ownerId, postId, "comments");
}
