import { sql } from "drizzle-orm";
import { fold } from "~/contract/fold";
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

/** A query as hashtags are compared with it: as a key (`tagKey`), and folded. */
interface TagQuery {
  typed: string;
  folded: string;
}

/**
 * Returns at most 10 hashtags that begin with a query, with or without the sign and accents: the query itself first,
 * then those with its accents, by their letters. Leaves out those with a muted word, or whose newest posts are all
 * hidden from the viewer. Reads a bounded number of rows.
 */
export async function searchTags(ctx: MemberCtx, query: string): Promise<string[]> {
  const [found = []] = await readRows(ctx, ...searchTagReads(query));
  return found.flatMap(({ tag }) => (hasMutedWord(ctx.viewer.mutedWords, tag) ? [] : [tag]));
}

/** Returns the reads of `searchTags`: none for a query under two characters. */
export function searchTagReads(query: string): ViewerRead<{ tag: string }>[] {
  const text = query.replace(/\p{Surrogate}/gu, "").trim();
  const typed = tagKey(text.replace(/^[#＃]/, ""));
  const folded = fold(typed);
  return text.length < SEARCH_MIN || folded === "" ? [] : [tagRows({ typed, folded })];
}

const [typed, folded] = ["typed", "folded"].map((name) => sql`${sql.placeholder(name)}`);

/** The end of a key range of texts with a beginning: U+10FFFF is the highest code point. */
const END = sql`char(0x10FFFF)`;

/**
 * The rows of `searchTags`: one seek for each hashtag that begins with either form of the query, and a range of the
 * folded ones. The two forms take turns, so that each has half of the seeks or what the other leaves.
 */
const tagRows = viewerQuery<TagQuery, { tag: string }>({
  text: (viewer) => sql`
    WITH RECURSIVE ${naming(viewer)},
    own(tag, till) AS (
      SELECT (SELECT min(tag) FROM post_hashtags WHERE tag >= start AND tag < start || ${END}), start || ${END}
      FROM (SELECT ${typed} AS start UNION SELECT ${folded})
      UNION ALL
      SELECT (SELECT min(t.tag) FROM post_hashtags t WHERE t.tag > own.tag AND t.tag < own.till), till
      FROM own WHERE tag IS NOT NULL ${limit(TAGS_READ)}),
    found(tag, begins_typed, is_whole) AS MATERIALIZED (
      SELECT tag, substr(tag, 1, length(${typed})) = ${typed}, max(folded = ${folded}) FROM (
        SELECT tag, tag AS folded FROM own WHERE tag IS NOT NULL
        UNION ALL
        SELECT * FROM (SELECT tag, folded FROM tag_folds WHERE folded >= ${folded} AND folded < ${folded} || ${END}
          ORDER BY folded ${limit(TAGS_READ)}))
      GROUP BY tag ORDER BY 3 DESC, 2 DESC, 1 ${limit(TAGS_READ)})
    SELECT tag FROM found WHERE EXISTS (
      SELECT 1 FROM (SELECT post_id FROM post_hashtags WHERE tag = found.tag ORDER BY post_id DESC ${limit(POSTS_OF_TAG)}) newest
        CROSS JOIN posts p ON p.id = newest.post_id
      WHERE ${notBlocked(me, sql`p.user_id`)} AND ${notMuted(me, sql`p.user_id`)})
    ORDER BY is_whole DESC, begins_typed DESC, tag ${limit(SEARCH_TAGS_MAX)}`,
  values: ({ typed, folded }) => ({ typed, folded }),
});
