import { sql } from "drizzle-orm";
import type { ProfilePost } from "~/contract/accounts";
import { notBlocked } from "~/db/blocks";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { memberNamed } from "./member-named";

/**
 * Returns the tiles of a member's profile, newest first, by one statement. The profile itself has the first page.
 * @throws AppError `not_found`
 */
export async function listProfilePosts(
  ctx: MemberCtx,
  username: string,
  page: PageRequest = firstPage,
): Promise<Page<ProfilePost>> {
  // A member without posts returns one row of nulls; an unknown member returns no row.
  const rows = await ctx.db.all<Omit<ProfilePost, "id"> & { id: string | null }>(sql`
    SELECT p.id AS id, p.media_url AS mediaUrl, p.alt_text AS altText, p.like_count AS likeCount,
      p.comment_count AS commentCount
    FROM users u LEFT JOIN posts p ON p.user_id = u.id AND p.id < ${beforeId(page)}
    WHERE u.id = ${memberNamed(username, ctx.now())} AND ${notBlocked(ctx.viewer.id, sql`u.id`)}
    ORDER BY p.id DESC ${limit(page.limit + 1)}`);
  if (rows.length === 0) throw memberNotFound();
  const posts = rows.filter((row): row is ProfilePost => row.id !== null);
  return pageOf(posts, page.limit, (post) => post.id);
}
