import { type SQL, sql } from "drizzle-orm";
import { CARD_COMMENTS, QUERY_WORDS_MAX } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { MINUTE_MS } from "~/contract/time";
import { beforeId, beforeTime, firstPage, type Page, type PageRequest } from "~/db/cursor";
import { limit } from "~/db/limit";
import { notMuted } from "~/db/mutes";
import { type PostRow, postColumns } from "~/db/post-rows";
import { me, myKey, namingWithKey, readRows, type ViewerRead, viewerQuery } from "~/db/viewer-query";
import { maySee } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { shownTo, viewFor } from "../posts/shown-posts";
import { hasParts, partValues } from "./has-parts";
import { type WordQuery, wordQuery } from "./words";

/** Words that are read for the beginning of one: itself, if it is a word, and those that follow by letters. */
const WORDS_READ = 40;
/** The last word of a query takes part in the intersection when it is the beginning of at most so many. */
const WORDS_INTERSECTED = 4;
/** Seeks of a page in `post_words`, one for each step of an intersection and each word. */
const SEEKS = 600;

/** A post of the page, or nulls, and the last post that the page has read; null when it has read all. */
type FoundRow = PostRow & { lastRead: string | null };

interface Search {
  words: WordQuery;
  page: PageRequest;
}

/**
 * Returns the posts for everyone that have every word of a query in caption or place, newest first, without case and
 * accents; the last word may be the beginning of one. Members whom the viewer has muted are left out, and posts as
 * under hashtags. A page reads a bounded number of rows, so it can be short (docs/decisions/0097-words-of-posts.md).
 * @throws AppError `malformed` for a cursor that is none
 */
export async function searchPosts(
  ctx: MemberCtx,
  query: string,
  page: PageRequest = firstPage,
): Promise<Page<PostView>> {
  const [rows = []] = await readRows(ctx, ...searchPostReads(query, page));
  const { items, next } = pageOfSearch(rows, page);
  return { items: shownTo(ctx, items).map((row) => viewFor(ctx, row)), next };
}

/** Returns the reads of `searchPosts`: none for a query that finds nothing. @throws AppError `malformed` */
export function searchPostReads(query: string, page: PageRequest): ViewerRead<FoundRow>[] {
  const words = wordQuery(query);
  // Before the words, so that a malformed cursor is refused whatever the query is.
  beforeId(page);
  return words ? [foundRows({ words, page })] : [];
}

function pageOfSearch(rows: FoundRow[], page: PageRequest): Page<PostRow> {
  // Without a post there is one row, with nulls.
  const found = rows.filter(({ id }) => id !== null);
  const items = found.slice(0, page.limit);
  if (found.length > page.limit) return { items, next: items.at(-1)?.id ?? null };
  return { items, next: rows[0]?.lastRead ?? null };
}

const [start, end] = ["start", "end"].map((name) => sql`${sql.placeholder(name)}`);

/** After every date: the year 2097. A place is below 2^53, so that JavaScript and the export of D1 have it exactly. */
const NO_MINUTE = 2 ** 26;
/** The number of places of a minute, more than there can be posts. */
const PLACES = 2 ** 27;

/** Returns a post's place in `post_words`: the minute of its date, then its key, as in the triggers. */
const placeOf = (post: SQL): SQL =>
  sql`CAST(strftime('%s', ${post}.created_at) AS INTEGER) / 60 * ${sql.raw(`${PLACES}`)} + ${post}.key`;

/** The place of the cursor; of a post that was deleted since, by the time in its id. */
const before = sql`(SELECT coalesce((SELECT ${placeOf(sql`c`)} FROM posts c WHERE c.id = ${sql.placeholder("cursor")}),
  ${sql.placeholder("minute")} * ${sql.raw(`${PLACES}`)}))`;

/** The first words, at most `count`, that begin with the last one of a query. */
const wordsFrom = (count: number): SQL => sql`
  range(word) AS (
    SELECT min(word) FROM post_words WHERE word >= ${start} AND word < ${end}
    UNION ALL
    SELECT (SELECT min(w.word) FROM post_words w WHERE w.word > range.word AND w.word < ${end})
    FROM range WHERE word IS NOT NULL ${limit(count)}),
  begun(word) AS MATERIALIZED (SELECT word FROM range WHERE word IS NOT NULL)`;

/** Returns the last place of a word before another, by one seek. */
const lastOf = (word: SQL, before: SQL): SQL =>
  sql`(SELECT max(w.place) FROM post_words w WHERE w.word = ${word} AND w.place < ${before})`;

/**
 * The posts with the only word of a query. `queue` is a priority queue as in the feed
 * (docs/decisions/0070-feed-by-seeks.md): it merges the posts of the words by one seek for each row.
 */
const merged = ({ page }: Search): SQL => {
  // A post can have several of the words.
  const rows = 2 * (page.limit + 1);
  return sql`
    ${wordsFrom(WORDS_READ)},
    queue(word, place) AS (
      SELECT word, ${lastOf(sql`begun.word`, before)} FROM begun
      UNION ALL
      SELECT word, ${lastOf(sql`queue.word`, sql`queue.place`)} FROM queue WHERE place IS NOT NULL
      ORDER BY 2 DESC ${limit(rows)}),
    read(place, hits) AS MATERIALIZED (SELECT place, count(*) FROM queue WHERE place IS NOT NULL GROUP BY place),
    last(place) AS (SELECT iif(sum(hits) < ${rows}, NULL, min(place)) FROM read)`;
};

/** The step of a walk: the bound of the next seeks. A bound that found all words at once is passed. */
const nextBound = sql`iif(reached = bound - 1, reached, reached + 1)`;

/**
 * The posts with all words of a query: each step seeks the last place of every word before a bound, and goes to the
 * first of these, so its steps are about as many as the posts with the rarest word. The last word is left to the
 * comparison with the posts when it is the beginning of many words.
 */
const intersected = ({ words }: Search): SQL => {
  const lowest = (bound: SQL) => sql`min(
    (SELECT min(coalesce(${lastOf(sql`whole.word`, bound)}, -1)) FROM whole),
    iif((SELECT count(*) FROM begun) > ${sql.raw(`${WORDS_INTERSECTED}`)}, ${bound} - 1,
      coalesce((SELECT max(${lastOf(sql`begun.word`, bound)}) FROM begun), -1)))`;
  const steps = Math.floor(SEEKS / (words.parts.length + WORDS_INTERSECTED));
  return sql`
    ${wordsFrom(WORDS_INTERSECTED + 1)},
    whole(word) AS MATERIALIZED (SELECT value FROM json_each(${sql.placeholder("whole")})),
    walk(bound, reached) AS (
      SELECT ${before}, ${lowest(before)}
      UNION ALL
      SELECT ${nextBound}, ${lowest(nextBound)} FROM walk WHERE reached >= 0 ${limit(steps)}),
    steps(bound, reached) AS MATERIALIZED (SELECT bound, reached FROM walk),
    read(place) AS (SELECT reached FROM steps WHERE reached = bound - 1 AND reached >= 0),
    last(place) AS (SELECT iif(min(reached) < 0, NULL, min(reached)) FROM steps)`;
};

const isOneWord = ({ words }: Search) => words.parts.length === 1;

/** The rows of one page, and one row more. */
const foundRows = viewerQuery<Search, FoundRow>({
  text: (viewer, search) => sql`
    WITH RECURSIVE ${namingWithKey(viewer)}, ${(isOneWord(search) ? merged : intersected)(search)},
    found(post, place) AS MATERIALIZED (
      SELECT p.key, read.place FROM read CROSS JOIN posts p ON p.key = read.place % ${sql.raw(`${PLACES}`)}
      WHERE ${hasParts(sql`p.words`)} AND ${maySee({ id: me, key: myKey })} AND ${notMuted(me, sql`p.user_id`)}
      ORDER BY read.place DESC ${limit(search.page.limit + 1)})
    SELECT (SELECT id FROM posts WHERE key = (SELECT place FROM last) % ${sql.raw(`${PLACES}`)}) AS lastRead,
      ${postColumns(CARD_COMMENTS, { id: me, key: myKey })}
    FROM (SELECT 1) LEFT JOIN found LEFT JOIN posts p ON p.key = found.post LEFT JOIN users u ON u.id = p.user_id
    ORDER BY found.place DESC`,
  values: (search) => ({
    start: search.words.start,
    end: search.words.end,
    ...(isOneWord(search) ? {} : { whole: JSON.stringify(search.words.whole) }),
    ...partValues(search.words),
    cursor: search.page.cursor ?? "",
    minute: search.page.cursor ? Math.floor(beforeTime(search.page) / MINUTE_MS) : NO_MINUTE,
  }),
  shape: ({ words, page }) => (QUERY_WORDS_MAX + 1) * page.limit + words.parts.length,
});
