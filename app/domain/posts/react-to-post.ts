import { type SQL, sql } from "drizzle-orm";
import type { LikeState, SaveState } from "~/contract/posts";
import { batchRows } from "~/db/batch";
import { isRemembered, like, type Reaction, react, save, unreact } from "~/db/reactions";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { publishNotifications, publishTakenBack } from "./publish-notifications";

/**
 * Likes a post as the viewer. Notifies its owner, but not again after they have read the notification.
 * @throws AppError `not_found`
 */
export async function likePost(ctx: MemberCtx, postId: string): Promise<LikeState> {
  const changed = await change(ctx, postId, like, sql`${ctx.now().getTime()}`);
  return publishLike(ctx, postId, true, changed);
}

/**
 * Removes the viewer's like, and its notification unless the owner has read it.
 * @throws AppError `not_found`
 */
export async function unlikePost(ctx: MemberCtx, postId: string): Promise<LikeState> {
  return publishLike(ctx, postId, false, await change(ctx, postId, like, null));
}

/**
 * Saves a post for the viewer. Notifies its owner, but not again after they have read the notification.
 * @throws AppError `not_found`
 */
export async function savePost(ctx: MemberCtx, postId: string): Promise<SaveState> {
  // The list of saved posts is paged by this time, so no two saves of a member have the same.
  const at = sql`max(${ctx.now().getTime()}, coalesce((SELECT max(saved_at) + 1 FROM post_saves WHERE member = m.key), 0))`;
  return publishSave(ctx, postId, true, await change(ctx, postId, save, at));
}

/**
 * Removes a post from the viewer's saved posts, and the notification unless its owner has read it.
 * @throws AppError `not_found`
 */
export async function unsavePost(ctx: MemberCtx, postId: string): Promise<SaveState> {
  return publishSave(ctx, postId, false, await change(ctx, postId, save, null));
}

/** The post after a change. */
interface Changed {
  ownerId: string;
  likeCount: number;
  /** False when the viewer had done the same before. */
  didChange: boolean;
}

/**
 * Stores a like or save, or takes one back, with the notification of the post's owner, and publishes that notification.
 * @param at SQL for its time, as `react` takes it; null takes it back
 * @throws AppError `not_found`
 */
async function change(ctx: MemberCtx, postId: string, reaction: Reaction, at: SQL | null): Promise<Changed> {
  const { db, viewer } = ctx;
  const [changed = [], [post] = []] = await batchRows(db, [
    at ? react(reaction, viewer.id, postId, at) : unreact(reaction, viewer, postId),
    sql`
      SELECT p.user_id AS ownerId, p.like_count AS likeCount, ${at ? sql`0` : isRemembered(reaction, viewer)} AS keepsNotification
      FROM posts p WHERE p.id = ${postId} AND ${maySee(asViewer(viewer))}`,
  ]);
  if (!post) throw postNotFound();
  const ownerId = String(post.ownerId);
  const notifications = changed.flatMap(({ notice, isAgain }) =>
    notice === null ? [] : [{ id: Number(notice), userId: ownerId, isAgain: isAgain === 1 }],
  );
  if (at) publishNotifications(ctx, notifications, { type: reaction.type, entityId: postId });
  else if (!post.keepsNotification) publishTakenBack(ctx, notifications);
  return { ownerId, likeCount: Number(post.likeCount), didChange: changed.length > 0 };
}

function publishLike(
  { realtime, viewer, tab }: MemberCtx,
  postId: string,
  isLiked: boolean,
  { ownerId, likeCount, didChange }: Changed,
): LikeState {
  const state = { postId, likeCount, isLiked };
  if (didChange) {
    realtime.countsChanged(ownerId, postId, "likes");
    realtime.publish(viewer.id, { type: "like_state", payload: { ...state, tab } });
  }
  return state;
}

function publishSave(
  { realtime, viewer, tab }: MemberCtx,
  postId: string,
  isSaved: boolean,
  { didChange }: Changed,
): SaveState {
  const state = { postId, isSaved };
  if (didChange) realtime.publish(viewer.id, { type: "save_state", payload: { ...state, tab } });
  return state;
}
