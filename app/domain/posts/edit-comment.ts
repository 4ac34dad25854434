import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import type { CommentView } from "~/contract/comments";
import { AppError } from "~/contract/errors";
import { COMMENT_EDIT_MINUTES } from "~/contract/limits";
import { wordsOf } from "~/contract/mutes";
import { mentionsIn } from "~/contract/text-links";
import { closedComments } from "~/contract/texts";
import { batchRows } from "~/db/batch";
import { keyOf, postKey } from "~/db/keys";
import { isNotReplied, notifyNewlyMentioned, storedNotifications } from "~/db/notify";
import { commentingOf } from "~/db/post-rows";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { requireVoice } from "../moderation/suspension";
import { requireEmail } from "../quota";
import { type CommentRow, commentColumns, isShown, toCommentView } from "./list-comments";
import { publishNotifications } from "./publish-notifications";

const EDIT_MS = COMMENT_EDIT_MINUTES * 60_000;

/**
 * Changes the text of the viewer's comment, and marks it as edited. Notifies members whom it did not mention before,
 * each once. The same text changes nothing.
 * @throws AppError `not_found`; `forbidden` for another member's comment, after 15 minutes, while silenced, and when
 *   the post's owner no longer lets the viewer comment
 */
export async function editComment(
  ctx: MemberCtx,
  postId: string,
  commentId: string,
  text: string,
): Promise<CommentView> {
  requireVoice(ctx);
  requireEmail(ctx);
  const { db, viewer } = ctx;
  const [[old]] = await readRows(ctx, editableRow({ postId, commentId }));
  if (!old) throw new AppError("not_found", msg`Comment not found`);
  const { ownerId, commenting, ...row } = old;
  if (row.userId !== viewer.id) throw new AppError("forbidden", msg`Only its author can edit a comment.`);
  if (commenting !== "open") throw new AppError("forbidden", closedComments[commenting]);
  const now = ctx.now();
  const since = now.getTime() - EDIT_MS;
  if (Date.parse(row.createdAt) < since)
    throw new AppError(
      "forbidden",
      msg`A comment can be edited for ${{ minutes: COMMENT_EDIT_MINUTES }} minutes.`,
    );
  const comment = toCommentView(row);
  if (text === comment.comment) return comment;
  const known = new Set(mentionsIn(comment.comment));
  const notification = {
    type: "mention",
    fromUserId: viewer.id,
    entityId: postId,
    commentId,
    createdAt: now,
    words: wordsOf(text),
  } as const;
  const mentioned = mentionsIn(text).filter((name) => !known.has(name));
  const isStored = sql`EXISTS (SELECT 1 FROM post_comments WHERE post = ${postKey(postId)} AND id = ${commentId})`;
  const [edited = [], notified] = await batchRows(db, [
    sql`UPDATE post_comments SET comment = ${text}, edited_at = ${now.getTime()}
      WHERE post = ${postKey(postId)} AND id = ${commentId} AND member = ${keyOf(viewer)} RETURNING 1`,
    ...(mentioned.length === 0
      ? []
      : [notifyNewlyMentioned(mentioned, notification, sql`${isStored} AND ${isNotReplied(notification)}`)]),
  ]);
  if (edited.length === 0) throw new AppError("not_found", msg`Comment not found`);
  ctx.realtime.postsChanged(ownerId);
  publishNotifications(ctx, storedNotifications(notified), notification);
  return { ...comment, comment: text, editedAt: now.toISOString() };
}

type EditableRow = CommentRow & { ownerId: string; commenting: "open" | keyof typeof closedComments };

/** A comment that the viewer sees, with what decides whether they may edit it. */
export const editableRow = viewerQuery<{ postId: string; commentId: string }, EditableRow>({
  text: (viewer) => sql`
    SELECT ${commentColumns}, p.user_id AS ownerId,
      ${commentingOf({ id: sql`p.user_id`, from: sql`(SELECT comments_from FROM users WHERE id = p.user_id)` }, viewerRow)} AS commenting
    FROM users me CROSS JOIN posts p ON p.id = ${sql.placeholder("postId")}
      CROSS JOIN post_comments c ON c.post = p.key AND c.id = ${sql.placeholder("commentId")} CROSS JOIN users u ON u.key = c.member
    WHERE me.id = ${viewer} AND ${maySee(viewerRow)} AND ${isShown}`,
  values: ({ postId, commentId }) => ({ postId, commentId }),
});
