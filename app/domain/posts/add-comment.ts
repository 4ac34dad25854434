import { and, eq, sql } from "drizzle-orm";
import type { CommentInput, CommentView } from "~/contract/posts";
import { previewOf } from "~/contract/preview";
import { mentionsIn } from "~/contract/text-links";
import { notBlocked } from "~/db/blocks";
import { notifyMentioned, notifyPostOwner } from "~/db/notify";
import { comments, posts } from "~/db/schema";
import { newId } from "~/platform/ids";
import type { MemberCtx } from "../context";
import { postNotFound } from "./post-not-found";
import { tellNotified } from "./tell-notified";

/**
 * Comments on a post as the viewer. Its owner is notified of the comment, members it mentions of that.
 * @throws AppError `not_found`
 */
export async function addComment(ctx: MemberCtx, postId: string, input: CommentInput): Promise<CommentView> {
  const { db, viewer } = ctx;
  const now = ctx.now();
  const createdAt = now.toISOString();
  const id = newId(now.getTime());
  const about = { fromUserId: viewer.id, entityId: postId, createdAt };
  const [, told, mentioned, [post]] = await db.batch([
    db
      .insert(comments)
      .select(
        sql`SELECT ${id}, id, ${viewer.id}, ${input.comment}, ${createdAt} FROM posts WHERE id = ${postId} AND ${notBlocked(viewer.id, sql`user_id`)}`,
      ),
    notifyPostOwner(db, { ...about, type: "comment" }),
    notifyMentioned(db, mentionsIn(input.comment), { ...about, type: "mention" }),
    db
      .select({ ownerId: posts.userId, commentCount: posts.commentCount })
      .from(posts)
      .where(and(eq(posts.id, postId), notBlocked(viewer.id, sql`${posts.userId}`))),
  ]);
  if (!post) throw postNotFound();
  tellNotified(ctx, told, { type: "comment", entityId: postId, message: previewOf(input.comment) });
  tellNotified(ctx, mentioned, { type: "mention", entityId: postId });
  ctx.realtime.tellCircle(post.ownerId, {
    type: "comment_update",
    payload: { postId, count: post.commentCount },
  });
  const { username, fullName, profileImage } = viewer;
  return {
    id,
    postId,
    userId: viewer.id,
    comment: input.comment,
    createdAt,
    user: { id: viewer.id, username, fullName, profileImage },
  };
}
