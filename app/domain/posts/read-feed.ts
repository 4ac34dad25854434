import { type SQL, sql } from "drizzle-orm";
import type { PostView } from "~/contract/posts";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { type PostRow, postColumns, toPostView } from "~/db/post-rows";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/**
 * The viewer's own and their connections' posts, newest first, in one statement whose first page reads as much with 500
 * connections as with 20 (docs/decisions/0010-feed-read-path.md). Where they hide AI posts, those are left out of the page
 * that was read: it gets shorter, even empty, costs what it did, and its cursor stands behind all of it.
 */
export async function readFeed(ctx: MemberCtx, page: PageRequest = firstPage): Promise<Page<PostView>> {
  const [rows] = await readRows(ctx, feedRows(page));
  const { items, next } = pageOf(rows, page.limit, (row) => row.id);
  const { id, aiHidden } = ctx.viewer;
  const shown = aiHidden ? items.filter((row) => row.isAi === 0 || row.userId === id) : items;
  return { items: shown.map(toPostView), next };
}

/** The rows of one page of the viewer's feed, and one row more. */
export const feedRows = viewerQuery<PageRequest, PostRow>({
  text: (viewer, page) => {
    const me = sql`(SELECT id FROM me)`;
    return sql`
      WITH RECURSIVE me(id) AS (SELECT ${viewer}), ${feedIds(me, sql`${sql.placeholder("before")}`, page.limit + 1)}
      SELECT ${postColumns(me)}
      FROM feed CROSS JOIN posts p ON p.id = feed.id CROSS JOIN users u ON u.id = p.user_id
      ORDER BY feed.id DESC`;
  },
  values: (page) => ({ before: beforeId(page) }),
  shape: (page) => page.limit,
});

/**
 * Merges the members' lists of posts as one merges sorted files. `heads` holds each author's newest post before the
 * cursor: of those whose newest is older than the cursor the first `count` are enough, in the index's own order; those
 * who have posted since are looked up one by one. `feed` is a priority queue (SQLite "WITH RECURSIVE … ORDER BY"): it
 * takes the newest head and puts that author's next post in its place.
 */
function feedIds(me: SQL, before: SQL, count: number): SQL {
  const older = (author: SQL) =>
    sql`(SELECT max(id) FROM posts WHERE user_id = ${author} AND id < ${before})`;
  const side = (mine: SQL, author: SQL, newest: SQL) => sql`
    SELECT * FROM (
      SELECT ${author}, ${newest} FROM connections
      WHERE ${mine} = ${me} AND status = 'accepted' AND ${newest} < ${before} ORDER BY ${newest} DESC ${limit(count)})
    UNION ALL
    SELECT ${author}, ${older(author)} FROM connections
      WHERE ${mine} = ${me} AND status = 'accepted' AND ${newest} >= ${before}`;
  return sql`
    heads(author, id) AS (
      SELECT ${me}, ${older(me)}
      UNION ALL ${side(sql`follower_id`, sql`following_id`, sql`following_newest`)}
      UNION ALL ${side(sql`following_id`, sql`follower_id`, sql`follower_newest`)}
    ), feed(author, id) AS (
      SELECT author, id FROM heads
      UNION ALL
      SELECT author, (SELECT max(p.id) FROM posts p WHERE p.user_id = author AND p.id < feed.id) FROM feed
        WHERE id IS NOT NULL
      ORDER BY 2 DESC ${limit(count)}
    )`;
}
