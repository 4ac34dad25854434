import { sql } from "drizzle-orm";
import type { PostView } from "~/contract/posts";
import { firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { type PostRow, postColumns, toPostView } from "~/db/post-rows";
import type { MemberCtx } from "../context";

/** The viewer's own and their connections' posts, newest first, in one statement. */
export async function readFeed(ctx: MemberCtx, page: PageRequest = firstPage): Promise<Page<PostView>> {
  const me = ctx.viewer.id;
  const rows = await ctx.db.all<PostRow>(sql`
    WITH circle(id) AS (
      SELECT ${me}
      UNION ALL SELECT following_id FROM connections WHERE follower_id = ${me} AND status = 'accepted'
      UNION ALL SELECT follower_id FROM connections WHERE following_id = ${me} AND status = 'accepted'
    )
    SELECT ${postColumns(me)}
    FROM posts p JOIN users u ON u.id = p.user_id
    WHERE p.user_id IN (SELECT id FROM circle) AND (${page.cursor} IS NULL OR p.id < ${page.cursor})
    ORDER BY p.id DESC LIMIT ${page.limit + 1}`);
  return pageOf(rows.map(toPostView), page.limit, (post) => post.id);
}
