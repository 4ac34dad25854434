import { type SQL, sql } from "drizzle-orm";
import type { CommentView } from "~/contract/comments";
import { notBlocked } from "~/db/blocks";
import { afterId, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { notMuted } from "~/db/mutes";
import { isCommentLiked } from "~/db/post-rows";
import { isoTime } from "~/db/times";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { shownComments } from "./shown-posts";

export interface CommentRow extends Omit<CommentView, "user" | "isHidden" | "isLiked"> {
  isHidden: number;
  isLiked: number;
  username: string;
  fullName: string;
  profileImage: string | null;
}

/** The part of a post's comments that a list has. */
export interface CommentList {
  postId: string;
  page: PageRequest;
  /** The id of a comment: its replies. `none`: comments that are no replies. Null: all. */
  parent: string | null;
}

/**
 * Returns a post's comments, oldest first, without those of members with a block between them and the viewer, of
 * members whom the viewer has muted, and those with a muted word: a page can be short, its cursor the same.
 * @throws AppError `not_found`
 */
export async function listComments(ctx: MemberCtx, list: CommentList): Promise<Page<CommentView>> {
  const [rows] = await readRows(ctx, commentRows(list));
  if (rows[0]?.id !== null) throw postNotFound();
  const comments = rows.flatMap((row) => (row.id === null ? [] : [toCommentView(row)]));
  const { items, next } = pageOf(comments, list.page.limit, ({ id }) => id);
  return { items: shownComments(ctx, items), next };
}

/** The columns of a `CommentRow`, from `users me` (the viewer), `posts p`, `post_comments c`, `users u` (author). */
export const commentColumns = sql`
  c.id AS id, p.id AS postId, u.id AS userId, c.comment AS comment, ${isoTime(sql`c.created_at`)} AS createdAt,
  u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage, c.is_hidden AS isHidden,
  c.like_count AS likeCount, ${isCommentLiked(sql`me.key`)} AS isLiked, c.parent_id AS parentId, c.reply_count AS replyCount,
  ${isoTime(sql`c.edited_at`)} AS editedAt`;

/** The condition that the viewer sees the comments of `users u`. */
export const isShown = sql`${notBlocked(sql`me.id`, sql`u.id`)} AND ${notMuted(sql`me.id`, sql`u.id`)}`;

type Part = "all" | "top" | "replies";
const parts: Part[] = ["all", "top", "replies"];

const partOf = ({ parent }: CommentList): Part =>
  parent === null ? "all" : parent === "none" ? "top" : "replies";

/** The parent of an own row is no placeholder in texts that do not use it. */
const conditions: Record<Part, SQL> = {
  all: sql``,
  top: sql`AND c.parent_id IS NULL`,
  replies: sql`AND c.parent_id = ${sql.placeholder("parent")}`,
};

/** A row of nulls if the viewer may see the post, then the rows of one page, and one row more. */
export const commentRows = viewerQuery<CommentList, CommentRow | { id: null }>({
  text: (viewer, list) => {
    const post = sql`users me CROSS JOIN posts p ON p.id = ${sql.placeholder("postId")}`;
    return sql`
      SELECT NULL AS id, p.id AS postId, NULL AS userId, NULL AS comment, NULL AS createdAt,
        NULL AS username, NULL AS fullName, NULL AS profileImage, NULL AS isHidden, NULL AS likeCount, NULL AS isLiked,
        NULL AS parentId, NULL AS replyCount, NULL AS editedAt
      FROM ${post} WHERE me.id = ${viewer} AND ${maySee(viewerRow)}
      UNION ALL
      SELECT ${commentColumns}
      FROM ${post} CROSS JOIN post_comments c ON c.post = p.key CROSS JOIN users u ON u.key = c.member
      WHERE me.id = ${viewer} AND c.id > ${sql.placeholder("after")} ${conditions[partOf(list)]} AND ${isShown}
      ORDER BY id ${limit(list.page.limit + 2)}`;
  },
  values: ({ postId, page, parent }) => ({
    postId,
    after: afterId(page),
    ...(parent !== null && parent !== "none" && { parent }),
  }),
  shape: (list) => list.page.limit * parts.length + parts.indexOf(partOf(list)),
});

export function toCommentView({
  username,
  fullName,
  profileImage,
  isHidden,
  isLiked,
  ...comment
}: CommentRow): CommentView {
  return {
    ...comment,
    user: { id: comment.userId, username, fullName, profileImage },
    isHidden: isHidden === 1,
    isLiked: isLiked === 1,
  };
}
