import { sql } from "drizzle-orm";
import type { PostView } from "~/contract/posts";
import { notBlocked } from "~/db/blocks";
import { firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { type PostRow, postColumns, toPostView } from "~/db/post-rows";
import type { MemberCtx } from "../context";

/** What the viewer has saved, last saved first, in one statement. */
export async function listSaved(ctx: MemberCtx, page: PageRequest = firstPage): Promise<Page<PostView>> {
  const me = ctx.viewer.id;
  const rows = await ctx.db.all<PostRow & { savedId: string }>(sql`
    SELECT ${postColumns(me)}, saved.id AS savedId
    FROM saved_posts saved JOIN posts p ON p.id = saved.post_id JOIN users u ON u.id = p.user_id
    WHERE saved.user_id = ${me} AND (${page.cursor} IS NULL OR saved.id < ${page.cursor})
      AND ${notBlocked(me, sql`p.user_id`)}
    ORDER BY saved.id DESC LIMIT ${page.limit + 1}`);
  const { items, next } = pageOf(rows, page.limit, (row) => row.savedId);
  return { items: items.map(({ savedId: _, ...row }) => toPostView(row)), next };
}
