import { type SQL, sql } from "drizzle-orm";
import type { PostView } from "~/contract/posts";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { type PostRow, postColumns, toPostView } from "~/db/post-rows";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/**
 * Returns the posts of the viewer and their connections, newest first, by one statement. Its first page reads as many rows
 * for 500 connections as for 20 (docs/decisions/0010-feed-read-path.md). A viewer who hides AI posts gets the same page
 * without them: it can be short or empty, and its cursor is the same.
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
 * Merges the authors' lists of posts like sorted files. `heads` has each author's newest post before the cursor. Of the
 * authors whose newest post is older than the cursor, the first `count` in index order are enough; authors who have posted
 * since are looked up one by one. `feed` is a priority queue (SQLite: `WITH RECURSIVE … ORDER BY`): it takes the newest
 * head and adds the next post of the same author.
 */
function feedIds(me: SQL, before: SQL, count: number): SQL {
  const older = (author: SQL) =>
    sql`(SELECT max(id) FROM posts WHERE user_id = ${author} AND id < ${before})`;
  const side = (mine: SQL, author: SQL, newest: SQL) => sql`
    SELECT author, id FROM (
      SELECT ${author} AS author, ${newest} AS id FROM connections
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
