import { sql } from "drizzle-orm";
import type { CommentView } from "~/contract/posts";
import { notBlocked } from "~/db/blocks";
import { afterId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";

interface CommentRow extends Omit<CommentView, "user"> {
  username: string;
  fullName: string;
  profileImage: string | null;
}

/**
 * Returns a post's comments, oldest first, without those of members with a block between them and the viewer.
 * @throws AppError `not_found`
 */
export async function listComments(
  ctx: MemberCtx,
  postId: string,
  page: PageRequest = firstPage,
): Promise<Page<CommentView>> {
  const [rows] = await readRows(ctx, commentRows({ postId, page }));
  if (rows.length === 0) throw postNotFound();
  const comments = rows.flatMap((row) => (row.id === null ? [] : [toCommentView(row)]));
  return pageOf(comments, page.limit, ({ id }) => id);
}

/** The rows of one page, and one row more. A post without comments has one row of nulls; a missing post has none. */
export const commentRows = viewerQuery<{ postId: string; page: PageRequest }, CommentRow | { id: null }>({
  text: (viewer, { page }) => sql`
    WITH ${naming(viewer)}
    SELECT c.id AS id, p.id AS postId, c.user_id AS userId, c.comment AS comment, c.created_at AS createdAt,
      u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM posts p
    LEFT JOIN comments c ON c.post_id = p.id AND c.id > ${sql.placeholder("after")}
      AND ${notBlocked(me, sql`c.user_id`)}
    LEFT JOIN users u ON u.id = c.user_id
    WHERE p.id = ${sql.placeholder("postId")} AND ${notBlocked(me, sql`p.user_id`)}
    ORDER BY c.id ${limit(page.limit + 1)}`,
  values: ({ postId, page }) => ({ postId, after: afterId(page) }),
  shape: ({ page }) => page.limit,
});

function toCommentView({ username, fullName, profileImage, ...comment }: CommentRow): CommentView {
  return { ...comment, user: { id: comment.userId, username, fullName, profileImage } };
}
