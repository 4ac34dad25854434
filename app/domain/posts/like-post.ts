import { sql } from "drizzle-orm";
import type { LikeState } from "~/contract/posts";
import { isRemembered, like, react, unreact } from "~/db/reactions";
import type { MemberCtx } from "../context";
import { changeReaction } from "./change-reaction";

/**
 * Likes a post as the viewer. Notifies its owner, but not again after they have read the notification.
 * @throws AppError `not_found`
 */
export async function likePost(ctx: MemberCtx, postId: string): Promise<LikeState> {
  const write = react(like, ctx.viewer.id, postId, sql`${ctx.now().getTime()}`);
  const { post, didChange } = await changeReaction(ctx, postId, "like", { write });
  return likeState(ctx, postId, post, true, didChange);
}

/**
 * Removes the viewer's like, and its notification unless the owner has read it.
 * @throws AppError `not_found`
 */
export async function unlikePost(ctx: MemberCtx, postId: string): Promise<LikeState> {
  const { viewer } = ctx;
  const change = { write: unreact(like, viewer, postId), keepsNotice: isRemembered(like, viewer) };
  const { post, didChange } = await changeReaction(ctx, postId, "like", change);
  return likeState(ctx, postId, post, false, didChange);
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
