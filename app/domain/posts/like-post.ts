import { and, eq, sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import type { LikeState } from "~/contract/posts";
import { notBlocked } from "~/db/blocks";
import { notifyPostOwner, removeUnreadNotice } from "~/db/notify";
import { likes, posts } from "~/db/schema";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { publishDeletedNotifications, publishNotifications } from "./publish-notifications";

const counted = (ctx: MemberCtx, postId: string) =>
  ctx.db
    .select({ ownerId: posts.userId, likeCount: posts.likeCount })
    .from(posts)
    .where(and(eq(posts.id, postId), notBlocked(ctx.viewer.id, sql`${posts.userId}`)));

/**
 * Likes a post as the viewer. Notifies its owner, but not again after they have read the notification.
 * @throws AppError `not_found`
 */
export async function likePost(ctx: MemberCtx, postId: string): Promise<LikeState> {
  const { db, viewer } = ctx;
  const now = ctx.now();
  const notice = {
    type: "like",
    fromUserId: viewer.id,
    entityId: postId,
    createdAt: now.toISOString(),
  } as const;
  const [added, notified, [post]] = await db.batch([
    db
      .insert(likes)
      .select(
        sql`
          SELECT ${newId(now.getTime())} AS id, id AS post_id, ${viewer.id} AS user_id, ${notice.createdAt} AS created_at
          FROM posts WHERE id = ${postId} AND ${notBlocked(viewer.id, sql`user_id`)}`,
      )
      .onConflictDoNothing()
      .returning({ id: likes.id }),
    notifyPostOwner(db, notice),
    counted(ctx, postId),
  ]);
  if (!post) throw postNotFound();
  publishNotifications(ctx, notified, notice);
  return likeState(ctx, postId, post, true, added.length > 0);
}

/**
 * Removes the viewer's like, and its notification unless the owner has read it.
 * @throws AppError `not_found`
 */
export async function unlikePost(ctx: MemberCtx, postId: string): Promise<LikeState> {
  const [removed, deleted, [post]] = await ctx.db.batch([
    ctx.db
      .delete(likes)
      .where(and(eq(likes.userId, ctx.viewer.id), eq(likes.postId, postId)))
      .returning({ id: likes.id }),
    removeUnreadNotice(ctx.db, { type: "like", fromUserId: ctx.viewer.id, entityId: postId }),
    counted(ctx, postId),
  ]);
  if (!post) throw postNotFound();
  publishDeletedNotifications(ctx, deleted);
  return likeState(ctx, postId, post, false, removed.length > 0);
}

function likeState(
  ctx: MemberCtx,
  postId: string,
  { ownerId, likeCount }: { ownerId: string; likeCount: number },
  isLiked: boolean,
  changed: boolean,
): LikeState {
  const state = { postId, likeCount, isLiked };
  if (changed) {
    ctx.realtime.countsChanged(ownerId, postId, "likes");
    ctx.realtime.publish(ctx.viewer.id, { type: "like_state", payload: { ...state, tab: ctx.tab } });
  }
  return state;
}
