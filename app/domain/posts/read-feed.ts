import { type SQL, sql } from "drizzle-orm";
import { CARD_COMMENTS, FEED_REST, PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { connectionsOf } from "~/db/connections";
import { beforeId, firstPage, isFirstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { notMuted } from "~/db/mutes";
import { type PostRow, postColumns } from "~/db/post-rows";
import { me, myKey, namingWithKey, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";
import { shownTo, viewFor } from "./shown-posts";

/**
 * Returns the posts of the viewer and their connections, newest first, by one statement. It reads two rows for each
 * connection and those of the page (docs/decisions/0070-feed-by-seeks.md). Members whom the viewer has muted are left
 * out. A viewer who hides AI posts, sensitive photos or posts with a muted word gets the same page without them: it can
 * be short or empty, and its cursor is the same.
 */
export async function readFeed(ctx: ViewerCtx, page: PageRequest = firstPage): Promise<Page<PostView>> {
  const [rows] = await readRows(ctx, feedRows(page));
  const { items, next } = pageOf(rows, page.limit, (row) => row.id);
  const { id, aiHidden } = ctx.viewer;
  const shown = shownTo(ctx, items).map((row) => viewFor(ctx, row));
  return { items: aiHidden ? shown.filter(({ isAi, userId }) => !isAi || userId === id) : shown, next };
}

/**
 * The rows of one page of the viewer's feed, and one row more. The viewer is no table of the query: SQLite would store
 * the ids of the page and read them again.
 */
export const feedRows = viewerQuery<PageRequest, PostRow>({
  text: (viewer, page) => sql`
      WITH RECURSIVE ${namingWithKey(viewer)}, ${feedIds(me, sql`${sql.placeholder("before")}`, page.limit + 1)}
      SELECT ${postColumns(CARD_COMMENTS, { id: me, key: myKey })}
      FROM feed CROSS JOIN posts p ON p.id = feed.id CROSS JOIN users u ON u.id = p.user_id
      ORDER BY feed.id DESC`,
  values: (page) => ({ before: beforeId(page) }),
  shape: (page) => page.limit,
  cachedAs: ({ cursor, limit }) =>
    (cursor ? limit === FEED_REST : limit <= PAGE_LIMIT_DEFAULT) ? "feed" : null,
  fromCached: (page) => (isFirstPage(page) ? null : (rows) => pageWithin(rows, page)),
});

/** Returns the rows of a page from those of the first page; null unless they are all among them. */
function pageWithin(first: PostRow[], { cursor, limit }: PageRequest): PostRow[] | null {
  const rows = cursor ? first.filter(({ id }) => id < cursor) : first;
  const isWholeFeed = first.length <= PAGE_LIMIT_DEFAULT;
  return rows.length > limit || isWholeFeed ? rows.slice(0, limit + 1) : null;
}

/**
 * Merges the authors' lists of posts like sorted files: looks up each author's newest post before the cursor, by one
 * seek of the index `posts_user` each. `feed` is a priority queue (SQLite: `WITH RECURSIVE … ORDER BY`): it takes the
 * newest post and adds the next one of the same author.
 */
function feedIds(me: SQL, before: SQL, count: number): SQL {
  const newest = (author: SQL, bound: SQL) =>
    sql`(SELECT max(p.id) FROM posts p WHERE p.user_id = ${author} AND p.id < ${bound})`;
  return sql`
    authors(id) AS (
      SELECT id FROM me UNION ALL SELECT id FROM (${connectionsOf(me)}) c WHERE ${notMuted(me, sql`c.id`)}
    ), feed(author, id) AS (
      SELECT authors.id, ${newest(sql`authors.id`, before)} FROM authors
      UNION ALL
      SELECT author, ${newest(sql`author`, sql`feed.id`)} FROM feed WHERE id IS NOT NULL
      ORDER BY 2 DESC ${limit(count)}
    )`;
}
