import { sql } from "drizzle-orm";
import type { TrendingTag } from "~/contract/explore";
import { firstIdOf } from "~/contract/ids";
import { TRENDING_AUTHORS_MIN, TRENDING_POSTS_READ, TRENDING_TAGS } from "~/contract/limits";
import { hasMutedWord } from "~/contract/mutes";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { unguarded } from "~/db/client";
import { limit } from "~/db/limit";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** The row of `sweeps` that has the time of the last count. */
const COUNT = "trending tags";

/** A hashtag of the week, and the time of the count; nulls when there is none. */
interface TrendingRow {
  tag: string | null;
  authors: number | null;
  countedAt: string | null;
}

/**
 * Returns the hashtags of the week without those that have a muted word of the viewer. They are the same for every
 * member and counted at most once an hour: the first request after an hour starts the count, after its response.
 */
export async function listTrendingTags(ctx: MemberCtx): Promise<TrendingTag[]> {
  const [rows] = await readRows(ctx, trendingRows());
  const anHourAgo = new Date(ctx.now().getTime() - HOUR_MS).toISOString();
  if ((rows[0]?.countedAt ?? "") < anHourAgo) ctx.defer(countTrendingTags(ctx, anHourAgo));
  return rows.flatMap(({ tag, authors }) =>
    tag === null || authors === null || hasMutedWord(ctx.viewer.mutedWords, tag) ? [] : [{ tag, authors }],
  );
}

/** The rows of `listTrendingTags`. */
export const trendingRows = viewerQuery<void, TrendingRow>({
  text: () => sql`
    SELECT t.tag AS tag, t.authors AS authors, (SELECT seen_to FROM sweeps WHERE name = ${COUNT}) AS countedAt
    FROM (SELECT 1) LEFT JOIN trending_tags t ON 1 ORDER BY t.authors DESC, t.tag`,
});

/**
 * Counts the members who have posts with each hashtag, among the newest posts of the last seven days, unless another
 * request has begun since. A member counts once, so nobody makes a hashtag trend alone. Posts for connections have no
 * hashtags. Covered posts and those of members who are suspended or stay out of Explore do not count.
 */
async function countTrendingTags(ctx: MemberCtx, anHourAgo: string): Promise<void> {
  const { now } = ctx;
  const db = unguarded(ctx.db);
  const begun = await db.all(sql`
    INSERT INTO sweeps (name, seen_to) VALUES (${COUNT}, ${now().toISOString()})
    ON CONFLICT (name) DO UPDATE SET seen_to = excluded.seen_to WHERE seen_to < ${anHourAgo} RETURNING name`);
  if (begun.length === 0) return;
  const aWeekAgo = firstIdOf(now().getTime() - 7 * DAY_MS);
  await batchRows(db, [
    sql`DELETE FROM trending_tags`,
    sql`
      INSERT INTO trending_tags (tag, authors)
      SELECT t.tag, count(DISTINCT p.user_id) AS authors
      FROM (SELECT id, user_id, is_sensitive, is_covered FROM posts WHERE id >= ${aWeekAgo}
          ORDER BY id DESC ${limit(TRENDING_POSTS_READ)}) p
        CROSS JOIN post_hashtags t ON t.post_id = p.id CROSS JOIN users u ON u.id = p.user_id
      WHERE p.is_sensitive = 0 AND p.is_covered = 0 AND u.discovery_hidden = 0
        AND NOT EXISTS (SELECT 1 FROM suspensions WHERE member_id = u.id)
      GROUP BY t.tag HAVING authors >= ${TRENDING_AUTHORS_MIN}
      ORDER BY authors DESC, t.tag ${limit(TRENDING_TAGS)}`,
  ]);
}
