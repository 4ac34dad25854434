import { sql } from "drizzle-orm";
import { firstIdOf } from "~/contract/ids";
import type { PostView } from "~/contract/posts";
import { beforeTime, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { type PostRow, postColumns } from "~/db/post-rows";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { viewFor } from "./shown-posts";

/** Returns the posts that the viewer has saved and may still see, last saved first. */
export async function listSavedPosts(ctx: MemberCtx, page: PageRequest = firstPage): Promise<Page<PostView>> {
  const [rows] = await readRows(ctx, savedRows(page));
  const { items, next } = pageOf(rows, page.limit, ({ savedAt }) => firstIdOf(savedAt));
  return { items: items.map((row) => viewFor(ctx, row)), next };
}

/** The rows of one page, and one row more. */
export const savedRows = viewerQuery<PageRequest, PostRow & { savedAt: number }>({
  text: (viewer, page) => sql`
    SELECT saved.saved_at AS savedAt, ${postColumns()}
    FROM users me CROSS JOIN post_saves saved CROSS JOIN posts p ON p.key = saved.post CROSS JOIN users u ON u.id = p.user_id
    WHERE me.id = ${viewer} AND saved.member = me.key AND saved.saved_at < ${sql.placeholder("before")}
      AND ${maySee(viewerRow)}
    ORDER BY saved.saved_at DESC ${limit(page.limit + 1)}`,
  values: (page) => ({ before: beforeTime(page) }),
  shape: (page) => page.limit,
});
