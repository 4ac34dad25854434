import { sql } from "drizzle-orm";
import type { PostView } from "~/contract/posts";
import { notBlocked } from "~/db/blocks";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { type PostRow, postColumns, toPostView } from "~/db/post-rows";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** Returns the posts that the viewer has saved, last saved first. */
export async function listSavedPosts(ctx: MemberCtx, page: PageRequest = firstPage): Promise<Page<PostView>> {
  const [rows] = await readRows(ctx, savedRows(page));
  const { items, next } = pageOf(rows, page.limit, ({ savedId }) => savedId);
  return { items: items.map(toPostView), next };
}

/** The rows of one page, and one row more. */
export const savedRows = viewerQuery<PageRequest, PostRow & { savedId: string }>({
  text: (viewer, page) => sql`
    WITH ${naming(viewer)}
    SELECT saved.id AS savedId, ${postColumns(me)}
    FROM (
      SELECT s.id, s.post_id FROM saved_posts s JOIN posts ON posts.id = s.post_id
      WHERE s.user_id = ${me} AND s.id < ${sql.placeholder("before")}
        AND ${notBlocked(me, sql`posts.user_id`)}
      ORDER BY s.id DESC ${limit(page.limit + 1)}
    ) saved JOIN posts p ON p.id = saved.post_id JOIN users u ON u.id = p.user_id
    ORDER BY saved.id DESC`,
  values: (page) => ({ before: beforeId(page) }),
  shape: (page) => page.limit,
});
