import { and, eq, sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import type { SaveState } from "~/contract/posts";
import { notBlocked } from "~/db/blocks";
import { notifyPostOwner, removeUnreadNotice } from "~/db/notify";
import { posts, savedPosts } from "~/db/schema";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { publishDeletedNotifications, publishNotifications } from "./publish-notifications";

const found = (ctx: MemberCtx, postId: string) =>
  ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, postId), notBlocked(ctx.viewer.id, sql`${posts.userId}`)));

/**
 * Saves a post for the viewer. Notifies its owner, but not again after they have read the notification.
 * @throws AppError `not_found`
 */
export async function savePost(ctx: MemberCtx, postId: string): Promise<SaveState> {
  const { db, viewer } = ctx;
  const now = ctx.now();
  const notice = {
    type: "save",
    fromUserId: viewer.id,
    entityId: postId,
    createdAt: now.toISOString(),
  } as const;
  const [added, notified, [post]] = await db.batch([
    db
      .insert(savedPosts)
      .select(
        sql`
          SELECT ${newId(now.getTime())} AS id, ${viewer.id} AS user_id, id AS post_id, ${notice.createdAt} AS created_at
          FROM posts WHERE id = ${postId} AND ${notBlocked(viewer.id, sql`user_id`)}`,
      )
      .onConflictDoNothing()
      .returning({ id: savedPosts.id }),
    notifyPostOwner(db, notice),
    found(ctx, postId),
  ]);
  if (!post) throw postNotFound();
  publishNotifications(ctx, notified, notice);
  return saveState(ctx, { postId, isSaved: true }, added.length > 0);
}

/**
 * Removes a post from the viewer's saved posts, and the notification unless its owner has read it.
 * @throws AppError `not_found`
 */
export async function unsavePost(ctx: MemberCtx, postId: string): Promise<SaveState> {
  const mine = and(eq(savedPosts.userId, ctx.viewer.id), eq(savedPosts.postId, postId));
  const [removed, deleted, [post]] = await ctx.db.batch([
    ctx.db.delete(savedPosts).where(mine).returning({ id: savedPosts.id }),
    removeUnreadNotice(ctx.db, { type: "save", fromUserId: ctx.viewer.id, entityId: postId }),
    found(ctx, postId),
  ]);
  if (!post) throw postNotFound();
  publishDeletedNotifications(ctx, deleted);
  return saveState(ctx, { postId, isSaved: false }, removed.length > 0);
}

function saveState(ctx: MemberCtx, state: SaveState, changed: boolean): SaveState {
  if (changed) {
    ctx.realtime.publish(ctx.viewer.id, { type: "save_state", payload: { ...state, tab: ctx.tab } });
  }
  return state;
}
