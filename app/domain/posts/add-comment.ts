import { and, eq, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { CommentInput, CommentView } from "~/contract/posts";
import { previewOf } from "~/contract/preview";
import { mentionsIn } from "~/contract/text-links";
import { notBlocked } from "~/db/blocks";
import { notifyMentioned, notifyPostOwner } from "~/db/notify";
import { comments, posts } from "~/db/schema";
import { isRaisedBy, SPENT_CLIENT_ID, violatedIndex } from "~/db/violations";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { publishNotifications } from "./publish-notifications";

/**
 * Adds the viewer's comment to a post. Notifies the post's owner and the members that it mentions. A repeated `clientId`
 * stores and notifies nothing and returns the stored comment.
 * @throws AppError `not_found`; `conflict` when the comment of this `clientId` was deleted or belongs to another post
 */
export async function addComment(ctx: MemberCtx, postId: string, input: CommentInput): Promise<CommentView> {
  try {
    return await store(ctx, postId, input);
  } catch (error) {
    if (isRaisedBy(error, SPENT_CLIENT_ID)) throw new AppError("conflict", "This comment was deleted.");
    if (violatedIndex(error) !== "comments.user_id, comments.client_id") throw error;
    const first = await ctx.db.get<Omit<CommentView, "user"> | undefined>(sql`
      SELECT id AS id, post_id AS postId, user_id AS userId, comment AS comment, created_at AS createdAt
      FROM comments WHERE user_id = ${ctx.viewer.id} AND client_id = ${input.clientId}`);
    if (!first) throw postNotFound();
    if (first.postId !== postId) throw new AppError("conflict", "This comment belongs to another post.");
    return { ...first, user: authorOf(ctx) };
  }
}

function authorOf({ viewer: { id, username, fullName, profileImage } }: MemberCtx): CommentView["user"] {
  return { id, username, fullName, profileImage };
}

/** @throws a violation of the unique index when the viewer has a comment with this `clientId`; nothing is stored then */
async function store(ctx: MemberCtx, postId: string, input: CommentInput): Promise<CommentView> {
  const { db, viewer } = ctx;
  const now = ctx.now();
  const createdAt = now.toISOString();
  const id = newId(now.getTime());
  const about = { fromUserId: viewer.id, entityId: postId, createdAt };
  const [, notified, mentioned, [post]] = await db.batch([
    db.insert(comments).select(
      sql`
          SELECT ${id} AS id, id AS post_id, ${viewer.id} AS user_id, ${input.comment} AS comment,
            ${createdAt} AS created_at, ${input.clientId ?? null} AS client_id
          FROM posts WHERE id = ${postId} AND ${notBlocked(viewer.id, sql`user_id`)}`,
    ),
    notifyPostOwner(db, { ...about, type: "comment" }),
    notifyMentioned(db, mentionsIn(input.comment), { ...about, type: "mention" }),
    db
      .select({ ownerId: posts.userId })
      .from(posts)
      .where(and(eq(posts.id, postId), notBlocked(viewer.id, sql`${posts.userId}`))),
  ]);
  if (!post) throw postNotFound();
  publishNotifications(ctx, notified, {
    type: "comment",
    entityId: postId,
    message: previewOf(input.comment),
  });
  publishNotifications(ctx, mentioned, { type: "mention", entityId: postId });
  ctx.realtime.countsChanged(post.ownerId, postId, "comments");
  return { id, postId, userId: viewer.id, comment: input.comment, createdAt, user: authorOf(ctx) };
}
