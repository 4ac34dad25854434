import { and, eq, sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import type { SaveState } from "~/contract/posts";
import { notBlocked } from "~/db/blocks";
import { notifyPostOwner } from "~/db/notify";
import { posts, savedPosts } from "~/db/schema";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { publishNotifications } from "./publish-notifications";

const found = (ctx: MemberCtx, postId: string) =>
  ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, postId), notBlocked(ctx.viewer.id, sql`${posts.userId}`)));

/**
 * Saves a post for the viewer. Notifies its owner once.
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
  const [, notified, [post]] = await db.batch([
    db
      .insert(savedPosts)
      .select(
        sql`
          SELECT ${newId(now.getTime())} AS id, ${viewer.id} AS user_id, id AS post_id, ${notice.createdAt} AS created_at
          FROM posts WHERE id = ${postId} AND ${notBlocked(viewer.id, sql`user_id`)}`,
      )
      .onConflictDoNothing(),
    notifyPostOwner(db, notice),
    found(ctx, postId),
  ]);
  if (!post) throw postNotFound();
  publishNotifications(ctx, notified, notice);
  return { postId, isSaved: true };
}

/**
 * Removes a post from the viewer's saved posts.
 * @throws AppError `not_found`
 */
export async function unsavePost(ctx: MemberCtx, postId: string): Promise<SaveState> {
  const mine = and(eq(savedPosts.userId, ctx.viewer.id), eq(savedPosts.postId, postId));
  const [, [post]] = await ctx.db.batch([ctx.db.delete(savedPosts).where(mine), found(ctx, postId)]);
  if (!post) throw postNotFound();
  return { postId, isSaved: false };
}
