import { type SQL, sql } from "drizzle-orm";
import type { MessageView } from "~/contract/chat";
import { isBetween } from "~/db/conversations";
import { beforeRow, firstPage, type Page, type PageRequest } from "~/db/cursor";
import { limit } from "~/db/limit";
import { bytesBefore, isStored, type MessageRow, messageColumns, messageViewOf } from "~/db/message-rows";
import { me, naming, readRows, type ViewerRead, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import { hasParts, partValues } from "../search/has-parts";
import { hasWords, type WordQuery, wordQuery } from "../search/words";
import { visibleMember } from "./list-messages";

/** Blocks whose words a page compares. */
const BLOCKS_READ = 400;
/** Blocks with the words whose messages a page reads. */
const BLOCKS_FOUND = 10;
/** Messages that a page reads, and their bytes, unless one has more: the Worker holds and compares them. */
const MESSAGES_READ = 350;
const BYTES_READ = 1_000_000;

interface Search {
  userId: string;
  words: WordQuery;
  page: PageRequest;
}

/** A message that is read, or nulls without any, and where the next page begins if blocks are left. */
type FoundRow = Omit<MessageRow, "id"> & { id: number | null; resume: number | null };

const encoder = new TextEncoder();

/**
 * Returns the messages between the viewer and a member that have every word of a query, newest first, without case and
 * accents; the last word may be the beginning of one. A page reads a bounded number of rows, so it can be short or
 * empty (docs/decisions/0108-words-of-messages.md). A query under two characters finds nothing.
 * @throws AppError `malformed` for a cursor that is none; `not_found` for an unknown or blocked member
 */
export async function searchConversation(
  ctx: MemberCtx,
  userId: string,
  query: string,
  page: PageRequest = firstPage,
): Promise<Page<MessageView>> {
  const words = wordQuery(query);
  const [[member], rows = []] = await readRows(ctx, ...searchConversationReads(userId, query, page));
  if (!member) throw memberNotFound();
  return words ? pageOfSearch(ctx, rows, words, page) : { items: [], next: null };
}

/** Returns the reads of `searchConversation`. @throws AppError `malformed` */
export function searchConversationReads(
  userId: string,
  query: string,
  page: PageRequest,
): [ViewerRead<{ isVisible: 1 }>, ...ViewerRead<FoundRow>[]] {
  // Before the words, so that a malformed cursor is refused whatever the query is.
  beforeRow(page);
  const words = wordQuery(query);
  return [visibleMember(userId), ...(words ? [foundRows({ userId, words, page })] : [])];
}

function pageOfSearch(
  { viewer }: MemberCtx,
  rows: FoundRow[],
  words: WordQuery,
  page: PageRequest,
): Page<MessageView> {
  const read = rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ ...row, id }]));
  // A sort in SQL would read each row again.
  read.sort((a, b) => b.id - a.id);
  const found = read.filter(({ content }) => hasWords(content, words));
  const items = found.slice(0, page.limit).map((row) => messageViewOf(row, viewer.id));
  if (found.length > page.limit) return { items, next: items.at(-1)?.id ?? null };
  const bytes = read.reduce((sum, { content }) => sum + encoder.encode(content).length, 0);
  // With fewer bytes the statement would have read the next message too.
  const isCut = read.length === MESSAGES_READ || bytes >= BYTES_READ;
  const resume = isCut ? read.at(-1)?.id : rows[0]?.resume;
  return { items, next: resume ? String(resume) : null };
}

const before = sql`${sql.placeholder("before")}`;
const key = sql`(SELECT key FROM conversation)`;

/** The id before the first message of the block that ends with `last`. */
const startOf = (last: SQL): SQL => sql`ifnull(
  (SELECT max(b.last) FROM message_blocks b WHERE b.conversation = ${key} AND b.last < ${last}), 0)`;

/**
 * The condition of the blocks that a page may compare: the one with the message `before`, the end of what is still to
 * be searched, and older ones.
 */
const ofPage = sql`conversation = ${key} AND last <= ifnull(
  (SELECT min(b.last) FROM message_blocks b WHERE b.conversation = ${key} AND b.last >= ${before} - 1), ${before})`;

/**
 * The messages of the blocks that have the words, and those after the last block. The one database that has the
 * conversation returns them. It reads a compared block twice and a message five times.
 */
const foundRows = viewerQuery<Search, FoundRow>({
  chat: (viewer) => sql`
    WITH ${naming(viewer)},
    conversation(key) AS MATERIALIZED (
      SELECT c.key FROM conversations c WHERE ${isBetween(me, sql`${sql.placeholder("userId")}`)}),
    found(start, last) AS MATERIALIZED (
      SELECT ${startOf(sql`compared.last`)}, last
      FROM (SELECT last, words FROM message_blocks WHERE ${ofPage} ORDER BY last DESC ${limit(BLOCKS_READ)}) compared
      WHERE words IS NULL OR (${hasParts(sql`words`)}) ORDER BY last DESC ${limit(BLOCKS_FOUND)}),
    parts(start, last) AS (
      SELECT start, last FROM found
      UNION ALL SELECT ifnull(max(last), 0), ${Number.MAX_SAFE_INTEGER} FROM message_blocks WHERE conversation = ${key}),
    picked AS (
      SELECT ${messageColumns} FROM conversations c CROSS JOIN parts CROSS JOIN chat_messages m
      WHERE c.key = ${key} AND m.conversation = c.key AND ${isStored}
        AND m.id > parts.start AND m.id <= parts.last AND m.id < ${before}
      ORDER BY m.id DESC ${limit(MESSAGES_READ)}),
    read AS (SELECT *, ${bytesBefore(sql`id`, sql`octet_length(content)`)} AS before FROM picked)
    SELECT CASE (SELECT count(*) FROM found)
        WHEN ${BLOCKS_FOUND} THEN (SELECT min(start) + 1 FROM found)
        ELSE (
          SELECT ${startOf(sql`compared.last`)} + 1 FROM message_blocks compared
          WHERE ${ofPage} ORDER BY last DESC LIMIT 1 OFFSET ${sql.raw(String(BLOCKS_READ - 1))})
      END AS resume, read.*
    FROM conversation LEFT JOIN read ON read.before < ${BYTES_READ}`,
  values: ({ userId, words, page }) => ({ userId, before: beforeRow(page), ...partValues(words) }),
});
