import { sql } from "drizzle-orm";
import type { SaveState } from "~/contract/posts";
import { isRemembered, react, save, unreact } from "~/db/reactions";
import type { MemberCtx } from "../context";
import { changeReaction } from "./change-reaction";

/**
 * Saves a post for the viewer. Notifies its owner, but not again after they have read the notification.
 * @throws AppError `not_found`
 */
export async function savePost(ctx: MemberCtx, postId: string): Promise<SaveState> {
  // The list of saved posts is paged by this time, so no two saves of a member have the same.
  const at = sql`max(${ctx.now().getTime()}, coalesce((SELECT max(saved_at) + 1 FROM post_saves WHERE member = m.key), 0))`;
  const { didChange } = await changeReaction(ctx, postId, "save", {
    write: react(save, ctx.viewer.id, postId, at),
  });
  return saveState(ctx, { postId, isSaved: true }, didChange);
}

/**
 * Removes a post from the viewer's saved posts, and the notification unless its owner has read it.
 * @throws AppError `not_found`
 */
export async function unsavePost(ctx: MemberCtx, postId: string): Promise<SaveState> {
  const { viewer } = ctx;
  const change = { write: unreact(save, viewer, postId), keepsNotice: isRemembered(save, viewer) };
  const { didChange } = await changeReaction(ctx, postId, "save", change);
  return saveState(ctx, { postId, isSaved: false }, didChange);
}

function saveState(ctx: MemberCtx, state: SaveState, changed: boolean): SaveState {
  if (changed) {
    ctx.realtime.publish(ctx.viewer.id, { type: "save_state", payload: { ...state, tab: ctx.tab } });
  }
  return state;
}
