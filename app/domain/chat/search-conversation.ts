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
const BLOCKS_READ = 1000;
/** Blocks with the words whose messages a page reads. */
const BLOCKS_FOUND = 20;
/** Messages that a page reads, and their bytes, unless one has more: the Worker holds and compares them. */
const MESSAGES_READ = 1000;
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
 * The messages of the blocks that have the words, and those after the last block. The one database that has the
 * conversation returns them. `before` is the end of what the pages before have not read.
 */
const foundRows = viewerQuery<Search, FoundRow>({
  chat: (viewer) => sql`
    WITH ${naming(viewer)},
    conversation(key) AS MATERIALIZED (
      SELECT c.key FROM conversations c WHERE ${isBetween(me, sql`${sql.placeholder("userId")}`)}),
    compared(last, words) AS MATERIALIZED (
      SELECT last, words FROM message_blocks
      WHERE conversation = ${key} AND last <= ifnull(
        (SELECT min(b.last) FROM message_blocks b WHERE b.conversation = ${key} AND b.last >= ${before} - 1), ${before})
      ORDER BY last DESC ${limit(BLOCKS_READ)}),
    found(start, last) AS MATERIALIZED (
      SELECT ${startOf(sql`compared.last`)}, last FROM compared
      WHERE words IS NULL OR (${hasParts(sql`words`)}) ORDER BY last DESC ${limit(BLOCKS_FOUND)}),
    parts(start, last) AS (
      SELECT start, last FROM found
      UNION ALL SELECT ifnull(max(last), 0), ${Number.MAX_SAFE_INTEGER} FROM message_blocks WHERE conversation = ${key}),
    picked(id, bytes) AS MATERIALIZED (
      SELECT m.id, octet_length(m.content) FROM parts CROSS JOIN chat_messages m
      WHERE m.conversation = ${key} AND ${isStored} AND m.id > parts.start AND m.id <= parts.last AND m.id < ${before}
      ORDER BY m.id DESC ${limit(MESSAGES_READ)}),
    read(id) AS MATERIALIZED (
      SELECT id FROM (SELECT id, ${bytesBefore(sql`id`, sql`bytes`)} AS before FROM picked) WHERE before < ${BYTES_READ})
    SELECT CASE
        WHEN (SELECT count(*) FROM found) = ${BLOCKS_FOUND} THEN (SELECT min(start) FROM found) + 1
        WHEN (SELECT count(*) FROM compared) = ${BLOCKS_READ} THEN ${startOf(sql`(SELECT min(last) FROM compared)`)} + 1
      END AS resume, ${messageColumns}
    FROM conversation LEFT JOIN read LEFT JOIN chat_messages m ON m.id = read.id
      LEFT JOIN conversations c ON c.key = m.conversation
    ORDER BY m.id DESC`,
  values: ({ userId, words, page }) => ({ userId, before: beforeRow(page), ...partValues(words) }),
});
