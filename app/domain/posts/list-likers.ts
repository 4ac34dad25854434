import { sql } from "drizzle-orm";
import type { ListedMember } from "~/contract/connections";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { memberKey } from "~/db/keys";
import { limit } from "~/db/limit";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerWith } from "~/db/visibility";
import { type ListedRow, listed, listedMembers, permitted } from "../connections/listed-members";
import type { MemberCtx } from "../context";
import { postNotFound } from "../not-found";

/**
 * Returns the members who like a post, those with the newest accounts first. Those whom a block or a suspension hides
 * from the viewer are left out, so the list can be shorter than the count. It ends at the cursor of a deleted account.
 * @throws AppError `not_found`
 */
export async function listLikers(
  ctx: MemberCtx,
  postId: string,
  page: PageRequest = firstPage,
): Promise<Page<ListedMember>> {
  const [rows] = await readRows(ctx, likerRows({ postId, page }));
  if (rows[0]?.id !== null) throw postNotFound();
  return pageOf(listedMembers(rows, ctx.viewer.id), page.limit, ({ id }) => id);
}

/** A row of nulls if the viewer may see the post, then the rows of one page, and one row more. */
export const likerRows = viewerQuery<{ postId: string; page: PageRequest }, ListedRow>({
  text: (viewer, { page }) => sql`
    WITH ${naming(viewer)},
    post AS MATERIALIZED (SELECT key, user_id, visibility FROM posts WHERE id = ${sql.placeholder("postId")})
    ${permitted(sql`EXISTS (SELECT 1 FROM post WHERE ${maySee(viewerWith(me), sql`post`)})`)}
    UNION ALL ${listed(
      sql`post_likes l CROSS JOIN users u ON u.key = l.member`,
      sql`l.post = (SELECT key FROM post)
        AND l.member < iif(${sql.placeholder("isFirst")}, 9e15, ifnull(${memberKey(sql`${sql.placeholder("before")}`)}, 0))`,
      sql`ORDER BY l.member DESC ${limit(page.limit + 1)}`,
    )}`,
  values: ({ postId, page }) => ({ postId, before: beforeId(page), isFirst: page.cursor ? 0 : 1 }),
  shape: ({ page }) => page.limit,
});
