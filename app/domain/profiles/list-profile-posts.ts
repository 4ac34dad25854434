import { sql } from "drizzle-orm";
import type { ProfilePost } from "~/contract/accounts";
import { notBlocked } from "~/db/blocks";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { coverOf } from "~/db/post-rows";
import { me, myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import { postsOf, seesAllOf } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { memberNamed, namesOf } from "./member-named";

/**
 * Returns the tiles of a profile that are for the viewer, newest first, by one statement. The profile has page one.
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

/** The rows of one page, and one row more. A row of nulls is the last of a known member; an unknown one has no row. */
export const profilePostRows = viewerQuery<
  { username: string; page: PageRequest },
  Omit<ProfilePost, "id"> & { id: string | null }
>({
  text: (viewer, { page }) => sql`
    WITH ${namingWithKey(viewer)}, owner AS MATERIALIZED (
      SELECT u.id AS id, ${seesAllOf(sql`u.id`, { id: me, key: myKey })} AS sees_all
      FROM users u WHERE u.id = ${memberNamed()} AND ${notBlocked(me, sql`u.id`)})
    ${postsOf(sql`(SELECT id FROM owner)`, {
      columns: sql`p.id AS id, p.media_url AS mediaUrl, p.alt_text AS altText, ${coverOf} AS cover, p.photo_count AS photoCount,
        p.like_count AS likeCount, p.comment_count AS commentCount`,
      seesAll: sql`(SELECT sees_all FROM owner)`,
      before: sql`${sql.placeholder("before")}`,
    })}
    UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM owner
    ORDER BY id DESC ${limit(page.limit + 1)}`,
  values: ({ username, page }) => ({ ...namesOf(username), before: beforeId(page) }),
  shape: ({ page }) => page.limit,
});
