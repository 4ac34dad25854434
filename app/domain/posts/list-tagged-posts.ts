import { sql } from "drizzle-orm";
import type { PostView } from "~/contract/posts";
import { tagKey } from "~/contract/text-links";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { notMuted } from "~/db/mutes";
import { type PostRow, postColumns } from "~/db/post-rows";
import { readRows, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { shownTo, viewFor } from "./shown-posts";

/**
 * Returns the posts under a hashtag, newest first. Those for connections alone are under none. Members whom the viewer
 * has muted are left out. A viewer who hides sensitive photos or posts with a muted word gets the same page without
 * them, with the same cursor.
 */
export async function listTaggedPosts(
  ctx: MemberCtx,
  tag: string,
  page: PageRequest = firstPage,
): Promise<Page<PostView>> {
  const [rows] = await readRows(ctx, taggedRows({ tag, page }));
  const { items, next } = pageOf(rows, page.limit, (row) => row.id);
  return { items: shownTo(ctx, items).map((row) => viewFor(ctx, row)), next };
}

/** The rows of one page of a hashtag's posts, and one row more. */
export const taggedRows = viewerQuery<{ tag: string; page: PageRequest }, PostRow>({
  text: (viewer, { page }) => sql`
    SELECT ${postColumns()}
    FROM users me CROSS JOIN post_hashtags t CROSS JOIN posts p ON p.id = t.post_id CROSS JOIN users u ON u.id = p.user_id
    WHERE me.id = ${viewer} AND t.tag = ${sql.placeholder("tag")} AND t.post_id < ${sql.placeholder("before")}
      AND ${maySee(viewerRow)} AND ${notMuted(sql`me.id`, sql`p.user_id`)}
    ORDER BY t.post_id DESC ${limit(page.limit + 1)}`,
  values: ({ tag, page }) => ({ tag: tagKey(tag), before: beforeId(page) }),
  shape: ({ page }) => page.limit,
});
