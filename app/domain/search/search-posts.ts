import { type SQL, sql } from "drizzle-orm";
import { CARD_COMMENTS } from "~/contract/limits";
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
/** Posts with the longest word of a query that a page compares with the other words. */
const POSTS_READ = 100;

/** A post of the page, or nulls, and what the page has read: the rows of `post_words`, and the last post. */
type FoundRow = PostRow & { hits: number | null; lastRead: string | null };

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
  const { items, next } = pageOfSearch(rows, query, page);
  return { items: shownTo(ctx, items).map((row) => viewFor(ctx, row)), next };
}

/** Returns the reads of `searchPosts`: none for a query that finds nothing. @throws AppError `malformed` */
export function searchPostReads(query: string, page: PageRequest): ViewerRead<FoundRow>[] {
  const words = wordQuery(query);
  // Before the words, so that a malformed cursor is refused whatever the query is.
  beforeId(page);
  return words ? [foundRows({ words, page })] : [];
}

function pageOfSearch(rows: FoundRow[], query: string, page: PageRequest): Page<PostRow> {
  // Without a post there is one row, with nulls.
  const found = rows.filter(({ id }) => id !== null);
  const items = found.slice(0, page.limit);
  if (found.length > page.limit) return { items, next: items.at(-1)?.id ?? null };
  const words = wordQuery(query);
  const isAllRead = !words || (rows[0]?.hits ?? 0) < hitsRead({ words, page });
  return { items, next: isAllRead ? null : (rows[0]?.lastRead ?? null) };
}

/** The rows of `post_words` that a page reads. With one word, these are the found posts; one can have several. */
const hitsRead = ({ words, page }: Search) => (words.parts.length === 1 ? 2 * (page.limit + 1) : POSTS_READ);

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

/**
 * The rows of one page, and one row more. `queue` is a priority queue as in the feed
 * (docs/decisions/0070-feed-by-seeks.md): it merges the posts of the words by one seek for each row.
 */
const foundRows = viewerQuery<Search, FoundRow>({
  text: (viewer, search) => sql`
    WITH RECURSIVE ${namingWithKey(viewer)},
    range(word) AS (
      SELECT min(word) FROM post_words WHERE word >= ${start} AND word < ${end}
      UNION ALL
      SELECT (SELECT min(w.word) FROM post_words w WHERE w.word > range.word AND w.word < ${end})
      FROM range WHERE word IS NOT NULL ${limit(WORDS_READ)}),
    queue(word, place) AS (
      SELECT word, (SELECT max(w.place) FROM post_words w WHERE w.word = range.word AND w.place < ${before})
      FROM range WHERE word IS NOT NULL
      UNION ALL
      SELECT word, (SELECT max(w.place) FROM post_words w WHERE w.word = queue.word AND w.place < queue.place)
      FROM queue WHERE place IS NOT NULL
      ORDER BY 2 DESC ${limit(hitsRead(search))}),
    read(place, hits) AS MATERIALIZED (SELECT place, count(*) FROM queue WHERE place IS NOT NULL GROUP BY place),
    found(post, place) AS MATERIALIZED (
      SELECT p.key, read.place FROM read CROSS JOIN posts p ON p.key = read.place % ${sql.raw(`${PLACES}`)}
      WHERE ${hasParts(sql`p.words`)} AND ${maySee({ id: me, key: myKey })} AND ${notMuted(me, sql`p.user_id`)}
      ORDER BY read.place DESC ${limit(search.page.limit + 1)})
    SELECT (SELECT sum(hits) FROM read) AS hits,
      (SELECT id FROM posts WHERE key = (SELECT min(place) FROM read) % ${sql.raw(`${PLACES}`)}) AS lastRead,
      ${postColumns(CARD_COMMENTS, { id: me, key: myKey })}
    FROM (SELECT 1) LEFT JOIN found LEFT JOIN posts p ON p.key = found.post LEFT JOIN users u ON u.id = p.user_id
    ORDER BY found.place DESC`,
  values: ({ words, page }) => ({
    start: words.start,
    end: words.end,
    ...partValues(words),
    cursor: page.cursor ?? "",
    minute: page.cursor ? Math.floor(beforeTime(page) / MINUTE_MS) : NO_MINUTE,
  }),
  shape: (search) => 2 * search.page.limit + Number(search.words.parts.length === 1),
});
