import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import type { CommentLikeState } from "~/contract/comments";
import { AppError } from "~/contract/errors";
import { previewOf } from "~/contract/preview";
import { batchRows } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { keyOf, memberKey } from "~/db/keys";
import { notifyLiked, storedNotifications, unnotifyLiked } from "~/db/notify";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { publishNotifications, publishTakenBack } from "./publish-notifications";

/**
 * Likes a comment as the viewer. Notifies its author, but not again after they have read the notification. Idempotent.
 * @throws AppError `not_found`
 */
export async function likeComment(
  ctx: MemberCtx,
  postId: string,
  commentId: string,
): Promise<CommentLikeState> {
  const { db, viewer } = ctx;
  const now = ctx.now();
  const about = { postId, commentId };
  const [liked = [], notified, [comment] = []] = await batchRows(db, [
    sql`
      INSERT INTO comment_likes (post, comment, member, liked_at)
      SELECT p.key, c.id, ${memberKey(viewer.id)}, ${now.getTime()} ${found(ctx, about)}
      ON CONFLICT DO NOTHING RETURNING 1`,
    notifyLiked(about, sql`changes() > 0`, { fromUserId: viewer.id, createdAt: now }),
    stateOf(ctx, about),
  ]);
  const state = publishState(ctx, about, comment, { isLiked: true, didChange: liked.length > 0 });
  publishNotifications(ctx, storedNotifications(notified), {
    type: "comment_like",
    entityId: postId,
    commentId,
    message: previewOf(String(comment?.text)),
  });
  return state;
}

/**
 * Removes the viewer's like of a comment, and its notification unless the author has read it. Idempotent.
 * @throws AppError `not_found`
 */
export async function unlikeComment(
  ctx: MemberCtx,
  postId: string,
  commentId: string,
): Promise<CommentLikeState> {
  const { db, viewer } = ctx;
  const about = { postId, commentId };
  const [removed = [], unnotified, [comment] = []] = await batchRows(db, [
    sql`
      DELETE FROM comment_likes
      WHERE (post, comment) = (SELECT p.key, c.id ${found(ctx, about)}) AND member = ${keyOf(viewer)} RETURNING 1`,
    unnotifyLiked(about, viewer),
    stateOf(ctx, about),
  ]);
  const state = publishState(ctx, about, comment, { isLiked: false, didChange: removed.length > 0 });
  publishTakenBack(ctx, storedNotifications(unnotified));
  return state;
}

interface About {
  postId: string;
  commentId: string;
}

/** The tables and the condition of a comment that the viewer may see. */
const found = ({ viewer }: MemberCtx, { postId, commentId }: About): SQL => sql`
  FROM posts p CROSS JOIN post_comments c ON c.post = p.key AND c.id = ${commentId} CROSS JOIN users a ON a.key = c.member
  WHERE p.id = ${postId} AND ${maySee(asViewer(viewer))} AND ${notBlocked(viewer.id, sql`a.id`)}`;

const stateOf = (ctx: MemberCtx, about: About): SQL =>
  sql`SELECT p.user_id AS ownerId, c.comment AS text, c.like_count AS likeCount ${found(ctx, about)}`;

/** Publishes a change, and returns the likes after it. @throws AppError `not_found` without a row of `stateOf` */
function publishState(
  ctx: MemberCtx,
  { postId, commentId }: About,
  comment: Record<string, unknown> | undefined,
  { isLiked, didChange }: { isLiked: boolean; didChange: boolean },
): CommentLikeState {
  if (!comment) throw new AppError("not_found", msg`Comment not found`);
  const state = { postId, commentId, likeCount: Number(comment.likeCount), isLiked };
  if (didChange) {
    ctx.realtime.countsChanged(String(comment.ownerId), postId, "likes", commentId);
    ctx.realtime.publish(ctx.viewer.id, { type: "comment_like_state", payload: { ...state, tab: ctx.tab } });
  }
  return state;
}
