import { sql } from "drizzle-orm";
import { SEARCH_MIN, SEARCH_TAGS_MAX } from "~/contract/limits";
import { hasMutedWord } from "~/contract/mutes";
import { tagKey } from "~/contract/text-links";
import { notBlocked } from "~/db/blocks";
import { limit } from "~/db/limit";
import { notMuted } from "~/db/mutes";
import { me, naming, readRows, type ViewerRead, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** Hashtags that are read, as some have only hidden authors; and the newest posts of each that show it. */
const TAGS_READ = 2 * SEARCH_TAGS_MAX;
const POSTS_OF_TAG = 5;

/**
 * Returns the hashtags that begin with a query, with or without the sign, by their letters, at most 10. Left out are
 * those with a muted word, or whose newest posts are all hidden from the viewer. Reads a bounded number of rows.
 */
export async function searchTags(ctx: MemberCtx, query: string): Promise<string[]> {
  const [found = []] = await readRows(ctx, ...searchTagReads(query));
  return found.flatMap(({ tag }) => (hasMutedWord(ctx.viewer.mutedWords, tag) ? [] : [tag]));
}

/** Returns the reads of `searchTags`: none for a query under two characters. */
export function searchTagReads(query: string): ViewerRead<{ tag: string }>[] {
  const typed = query.replace(/\p{Surrogate}/gu, "").trim();
  const start = tagKey(typed.replace(/^[#＃]/, ""));
  return typed.length < SEARCH_MIN || start === "" ? [] : [tagRows(start)];
}

/** The rows of `searchTags`, by one seek for each hashtag. */
const tagRows = viewerQuery<string, { tag: string }>({
  text: (viewer) => sql`
    WITH RECURSIVE ${naming(viewer)},
    found(tag) AS (
      SELECT min(tag) FROM post_hashtags WHERE tag >= ${sql.placeholder("start")} AND tag < ${sql.placeholder("end")}
      UNION ALL
      SELECT (SELECT min(t.tag) FROM post_hashtags t WHERE t.tag > found.tag AND t.tag < ${sql.placeholder("end")})
      FROM found WHERE tag IS NOT NULL ${limit(TAGS_READ)})
    SELECT tag FROM found WHERE tag IS NOT NULL AND EXISTS (
      SELECT 1 FROM (SELECT post_id FROM post_hashtags WHERE tag = found.tag ORDER BY post_id DESC ${limit(POSTS_OF_TAG)}) newest
        CROSS JOIN posts p ON p.id = newest.post_id
      WHERE ${notBlocked(me, sql`p.user_id`)} AND ${notMuted(me, sql`p.user_id`)})
    ORDER BY tag ${limit(SEARCH_TAGS_MAX)}`,
  // A key range up to U+10FFFF, the highest code point.
  values: (start) => ({ start, end: `${start}\u{10FFFF}` }),
});
