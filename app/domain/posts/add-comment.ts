import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import type { Commenting } from "~/contract/commenting";
import type { CommentInput, CommentView } from "~/contract/comments";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { wordsOf } from "~/contract/mutes";
import { previewOf } from "~/contract/preview";
import { mentionsIn } from "~/contract/text-links";
import { closedComments } from "~/contract/texts";
import { batchByName } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { keyOf, memberKey, postKey } from "~/db/keys";
import {
  isNotReplied,
  notifyMentioned,
  notifyPostOwner,
  notifyReplied,
  storedNotifications,
} from "~/db/notify";
import { commentingOf, isCommentLiked } from "~/db/post-rows";
import { isoTime } from "~/db/times";
import { isRaisedBy, SPENT_CLIENT_ID, violatedIndex } from "~/db/violations";
import { asViewer, maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { requireVoice } from "../moderation/suspension";
import { postNotFound } from "../not-found";
import { countUses, hasLeft, quotaError, requireEmail, type Use } from "../quota";
import { publishNotifications } from "./publish-notifications";

/**
 * Adds the viewer's comment to a post, or a reply to one of its comments. Notifies the post's owner, the author of the
 * comment that it replies to, and the members that it mentions, each once. A repeated `clientId` returns the stored
 * one.
 * @throws AppError `not_found`; `forbidden` while silenced, and when the owner's setting excludes the viewer;
 *   `conflict` when the `clientId` is of a deleted comment or another post; `rate_limited` beyond the quota
 */
export async function addComment(ctx: MemberCtx, postId: string, input: CommentInput): Promise<CommentView> {
  requireVoice(ctx);
  requireEmail(ctx);
  try {
    return await store(ctx, postId, input);
  } catch (error) {
    if (isRaisedBy(error, SPENT_CLIENT_ID)) throw new AppError("conflict", msg`This comment was deleted.`);
    if (violatedIndex(error) !== "post_comments.member, post_comments.client_id") throw error;
    const first = await byClientId(ctx, postId, input);
    if (!first) throw postNotFound();
    return first;
  }
}

/**
 * Returns the stored comment of a repeated request, if any.
 * @throws AppError `conflict` when it belongs to another post
 */
async function byClientId(
  ctx: MemberCtx,
  postId: string,
  { clientId }: CommentInput,
): Promise<CommentView | null> {
  const first = await ctx.db.get<
    (Omit<CommentView, "user" | "isHidden" | "isLiked"> & { isHidden: number; isLiked: number }) | undefined
  >(sql`
    SELECT c.id AS id, p.id AS postId, ${ctx.viewer.id} AS userId, c.comment AS comment, ${isoTime(sql`c.created_at`)} AS createdAt,
      c.is_hidden AS isHidden, c.parent_id AS parentId, c.reply_count AS replyCount, ${isoTime(sql`c.edited_at`)} AS editedAt, c.like_count AS likeCount, ${isCommentLiked(keyOf(ctx.viewer))} AS isLiked
    FROM post_comments c JOIN posts p ON p.key = c.post
    WHERE c.member = ${keyOf(ctx.viewer)} AND c.client_id = ${clientId ?? null}`);
  if (!first) return null;
  if (first.postId !== postId) throw new AppError("conflict", msg`This comment belongs to another post.`);
  return { ...first, user: authorOf(ctx), isHidden: first.isHidden === 1, isLiked: first.isLiked === 1 };
}

function authorOf({ viewer: { id, username, fullName, profileImage } }: MemberCtx): CommentView["user"] {
  return { id, username, fullName, profileImage };
}

/** @throws a violation of the unique index, storing nothing, when the viewer has a comment with this `clientId` */
async function store(ctx: MemberCtx, postId: string, input: CommentInput): Promise<CommentView> {
  const { db, viewer } = ctx;
  const now = ctx.now();
  const id = newId(now.getTime());
  const words = wordsOf(input.comment);
  const about = { fromUserId: viewer.id, entityId: postId, commentId: id, createdAt: now, words };
  const mentions = mentionsIn(input.comment);
  const use: Use = { quota: "comments", count: 1 };
  const me = asViewer(viewer);
  const isOpen = sql`p.id = ${postId} AND ${maySee(me)}`;
  const owner = { id: sql`p.user_id`, from: sql`(SELECT comments_from FROM users WHERE id = p.user_id)` };
  const parent = parentOf(viewer.id, input.parentId);
  const mayComment = commentingOf(owner, me);
  const isStored = sql`EXISTS (SELECT 1 FROM post_comments WHERE post = ${postKey(postId)} AND id = ${id})`;
  const isNew = input.parentId === undefined ? isStored : sql`${isStored} AND ${isNotReplied(about)}`;
  const { counted, posts, ...notifications } = await batchByName(db, {
    comment: sql`
      INSERT INTO post_comments (post, id, member, comment, created_at, client_id, parent_id, is_hidden)
      SELECT p.key, ${id}, ${memberKey(viewer.id)}, ${input.comment}, ${now.getTime()}, ${input.clientId ?? null},
        ${parent.id}, ${parent.isHidden}
      FROM posts p ${parent.tables} WHERE ${isOpen} AND ${mayComment} = 'open' AND ${hasLeft(ctx, use)}`,
    counted: countUses(ctx, [use]),
    notified: notifyPostOwner({ ...about, type: "comment" }, isStored),
    posts: sql`SELECT p.user_id AS ownerId, ${mayComment} AS commenting, ${parent.found} AS parentId FROM posts p WHERE ${isOpen}`,
    replied: input.parentId === undefined ? null : notifyReplied(about),
    mentioned: mentions.length === 0 ? null : notifyMentioned(mentions, { ...about, type: "mention" }, isNew),
  });
  const [post] = posts;
  if (!post) throw postNotFound();
  if (counted.length === 0) {
    const stored = await byClientId(ctx, postId, input);
    if (stored) return stored;
    // The statement returns such a value.
    const commenting = post.commenting as Commenting;
    if (commenting !== "open") throw new AppError("forbidden", closedComments[commenting]);
    if (input.parentId !== undefined && post.parentId === null)
      throw new AppError("not_found", msg`Comment not found`);
    throw await quotaError(ctx, use);
  }
  const comment: CommentView = {
    id,
    postId,
    userId: viewer.id,
    comment: input.comment,
    createdAt: now.toISOString(),
    user: authorOf(ctx),
    isHidden: false,
    likeCount: 0,
    isLiked: false,
    parentId: input.parentId === undefined ? null : String(post.parentId),
    replyCount: 0,
    editedAt: null,
  };
  publish(ctx, comment, String(post.ownerId), notifications);
  return comment;
}

type Notifications = Record<"notified" | "replied" | "mentioned", Parameters<typeof storedNotifications>[0]>;

/** Publishes the notifications of a new comment, and the counts that it changes. */
function publish(ctx: MemberCtx, comment: CommentView, ownerId: string, notifications: Notifications): void {
  const { id, postId, parentId } = comment;
  // A page removes them with the comment, or with the one that it replies to.
  const about = { entityId: postId, commentId: id, ...(parentId !== null && { parentId }) };
  const withText = { ...about, message: previewOf(comment.comment) };
  publishNotifications(ctx, storedNotifications(notifications.notified), { type: "comment", ...withText });
  publishNotifications(ctx, storedNotifications(notifications.replied), {
    type: "comment_reply",
    ...withText,
  });
  publishNotifications(ctx, storedNotifications(notifications.mentioned), { type: "mention", ...about });
  if (parentId !== null) ctx.realtime.countsChanged(ownerId, postId, "comments", parentId);
  ctx.realtime.countsChanged(ownerId, postId, "comments");
}

/**
 * Returns the comment that a reply belongs to, in parts of a statement of `posts p`: the named one, or the one that it
 * replies to. Both must be of members with no block between them and the viewer.
 */
function parentOf(
  viewerId: string,
  named: string | undefined,
): Record<"id" | "isHidden" | "tables" | "found", SQL> {
  if (named === undefined) return { id: sql`NULL`, isHidden: sql`0`, tables: sql``, found: sql`NULL` };
  const isOpen = (member: SQL) => notBlocked(viewerId, sql`(SELECT id FROM users WHERE key = ${member})`);
  const tables = sql`
    CROSS JOIN post_comments r ON r.post = p.key AND r.id = ${named}
    CROSS JOIN post_comments t ON t.post = p.key AND t.id = coalesce(r.parent_id, r.id)
      AND ${isOpen(sql`r.member`)} AND ${isOpen(sql`t.member`)}`;
  const found = sql`(SELECT t.id FROM (SELECT 1) ${tables})`;
  return { id: sql`t.id`, isHidden: sql`t.is_hidden`, tables, found };
}
