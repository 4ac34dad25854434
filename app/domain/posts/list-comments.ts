import { sql } from "drizzle-orm";
import type { CommentView } from "~/contract/posts";
import { notBlocked } from "~/db/blocks";
import { afterId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { notMuted } from "~/db/mutes";
import { isCommentLiked } from "~/db/post-rows";
import { isoTime } from "~/db/times";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";
import { shownComments } from "./shown-posts";

interface CommentRow extends Omit<CommentView, "user" | "isHidden" | "isLiked"> {
  isHidden: number;
  isLiked: number;
  username: string;
  fullName: string;
  profileImage: string | null;
}

/**
 * Returns a post's comments, oldest first, without those of members with a block between them and the viewer, of members whom the
 * viewer has muted, and those with a muted word: a page can be short or empty, and its cursor is the same.
 * @throws AppError `not_found`
 */
export async function listComments(
  ctx: MemberCtx,
  postId: string,
  page: PageRequest = firstPage,
): Promise<Page<CommentView>> {
  const [rows] = await readRows(ctx, commentRows({ postId, page }));
  if (rows[0]?.id !== null) throw postNotFound();
  const comments = rows.flatMap((row) => (row.id === null ? [] : [toCommentView(row)]));
  const { items, next } = pageOf(comments, page.limit, ({ id }) => id);
  return { items: shownComments(ctx, items), next };
}

/** A row of nulls if the viewer may see the post, then the rows of one page, and one row more. */
export const commentRows = viewerQuery<{ postId: string; page: PageRequest }, CommentRow | { id: null }>({
  text: (viewer, { page }) => {
    const post = sql`users me CROSS JOIN posts p ON p.id = ${sql.placeholder("postId")}`;
    return sql`
      SELECT NULL AS id, p.id AS postId, NULL AS userId, NULL AS comment, NULL AS createdAt,
        NULL AS username, NULL AS fullName, NULL AS profileImage, NULL AS isHidden, NULL AS likeCount, NULL AS isLiked
      FROM ${post} WHERE me.id = ${viewer} AND ${maySee(viewerRow)}
      UNION ALL
      SELECT c.id, p.id, u.id, c.comment, ${isoTime(sql`c.created_at`)}, u.username, u.full_name, u.profile_image, c.is_hidden,
        c.like_count, ${isCommentLiked(sql`me.key`)}
      FROM ${post} CROSS JOIN post_comments c ON c.post = p.key CROSS JOIN users u ON u.key = c.member
      WHERE me.id = ${viewer} AND c.id > ${sql.placeholder("after")} AND ${notBlocked(sql`me.id`, sql`u.id`)}
        AND ${notMuted(sql`me.id`, sql`u.id`)}
      ORDER BY id ${limit(page.limit + 2)}`;
  },
  values: ({ postId, page }) => ({ postId, after: afterId(page) }),
  shape: ({ page }) => page.limit,
});

function toCommentView({
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
