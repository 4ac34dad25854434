import { sql } from "drizzle-orm";
import type { PostView } from "~/contract/posts";
import { tagKey } from "~/contract/text-links";
import { notBlocked } from "~/db/blocks";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { type PostRow, postColumns, toPostView } from "~/db/post-rows";
import type { MemberCtx } from "../context";

/** The posts under a hashtag, newest first. Any signed-in member may see any post (contract.md "Posts"). */
export async function listTaggedPosts(
  ctx: MemberCtx,
  tag: string,
  page: PageRequest = firstPage,
): Promise<Page<PostView>> {
  const rows = await ctx.db.all<PostRow>(sql`
    SELECT ${postColumns(ctx.viewer.id)}
    FROM (
      SELECT t.post_id FROM post_tags t JOIN posts q ON q.id = t.post_id
      WHERE t.tag = ${tagKey(tag)} AND t.post_id < ${beforeId(page)}
        AND ${notBlocked(ctx.viewer.id, sql`q.user_id`)}
      ORDER BY t.post_id DESC ${limit(page.limit + 1)}
    ) tagged JOIN posts p ON p.id = tagged.post_id JOIN users u ON u.id = p.user_id
    ORDER BY p.id DESC`);
  return pageOf(rows.map(toPostView), page.limit, (post) => post.id);
}
