import { sql } from "drizzle-orm";
import type { ProfilePost } from "~/contract/accounts";
import { notBlocked } from "~/db/blocks";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { coverOf } from "~/db/post-rows";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { memberNamed, namesOf } from "./member-named";

/**
 * Returns the tiles of a member's profile, newest first, by one statement. The profile itself has the first page.
 * @throws AppError `not_found`
 */
export async function listProfilePosts(
  ctx: MemberCtx,
  username: string,
  page: PageRequest = firstPage,
): Promise<Page<ProfilePost>> {
  const [rows] = await readRows(ctx, profilePostRows({ username, page }));
  if (rows.length === 0) throw memberNotFound();
  const posts = rows.filter((row): row is ProfilePost => row.id !== null);
  return pageOf(posts, page.limit, (post) => post.id);
}

/** The rows of one page, and one row more. A member without posts has one row of nulls; an unknown member has none. */
export const profilePostRows = viewerQuery<
  { username: string; page: PageRequest },
  Omit<ProfilePost, "id"> & { id: string | null }
>({
  text: (viewer, { page }) => sql`
    WITH ${naming(viewer)}
    SELECT p.id AS id, p.media_url AS mediaUrl, p.alt_text AS altText, ${coverOf} AS cover, p.photo_count AS photoCount,
      p.like_count AS likeCount, p.comment_count AS commentCount
    FROM users u LEFT JOIN posts p ON p.user_id = u.id AND p.id < ${sql.placeholder("before")}
    WHERE u.id = ${memberNamed()} AND ${notBlocked(me, sql`u.id`)}
    ORDER BY p.id DESC ${limit(page.limit + 1)}`,
  values: ({ username, page }) => ({ ...namesOf(username), before: beforeId(page) }),
  shape: ({ page }) => page.limit,
});
