import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import { type FoundChat, messageCursor } from "~/contract/chat";
import { AppError } from "~/contract/errors";
import { cursorOf, databaseOf, IDS_OF_A_DATABASE } from "~/contract/message-cursor";
import { notBlocked } from "~/db/blocks";
import { inEveryChat } from "~/db/chats";
import { keyInChat } from "~/db/conversations";
import { firstPage, type Page, type PageRequest } from "~/db/cursor";
import { limit } from "~/db/limit";
import {
  bytesBefore,
  isStored,
  type LiveMessageRow,
  liveMessageRows,
  messageViewOf,
} from "~/db/message-rows";
import { me, naming, readRows, type ViewerRead, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { hasParts, partValues } from "../search/has-parts";
import { hasWords, type WordQuery, wordQuery } from "../search/words";

/** Conversations of a database that a page searches. */
const CONVERSATIONS = 20;
/** Of each: blocks whose words are compared, blocks that are read, and messages that are read of a block. */
const BLOCKS_READ = 300;
const BLOCKS_FOUND = 2;
const MESSAGES_READ = 200;
/** The bytes of these messages, unless one has more: the Worker holds those of all conversations. */
const BYTES_READ = 100_000;

interface Search {
  words: WordQuery;
  cursor: string | null;
}

/** A block, or what is after the last: ids and texts as JSON, and the id of the conversation's last message. */
type SearchedRow = { other: string; latest: number; messages: string };

/**
 * Returns the conversations of the viewer that have a message with every word of a query, each with the newest one,
 * newest first. Without case and accents; the last word may be the beginning of one. A page searches 20 conversations
 * of each database, so it can be empty, and of each no more than the newest 10,000 messages or so: `searchConversation`
 * finds the rest (docs/decisions/0108-words-of-messages.md). Under two characters nothing is found.
 * @throws AppError `malformed` for a cursor that is none
 */
export async function searchChats(
  ctx: MemberCtx,
  query: string,
  page: PageRequest = firstPage,
): Promise<Page<FoundChat>> {
  const words = wordQuery(query);
  const [rows] = await readRows(ctx, ...searchChatReads(query, page));
  if (!words || !rows) return { items: [], next: null };
  const newest = newestWith(words, rows);
  const [members, messages] = await Promise.all([
    readMembers(ctx, [...newest.keys()]),
    readMessages(ctx, [...newest.values()]),
  ]);
  const items = [...newest].flatMap(([other, id]) => {
    const [user, message] = [members.get(other), messages.get(id)];
    return user && message ? [{ user, message: messageViewOf(message, ctx.viewer.id) }] : [];
  });
  items.sort((a, b) => b.message.createdAt.localeCompare(a.message.createdAt));
  return { items, next: nextOf(ctx.chats.length, rows) };
}

/** Returns the read of `searchChats`: none for a query that finds nothing. @throws AppError `malformed` */
export function searchChatReads(query: string, { cursor }: PageRequest): ViewerRead<SearchedRow>[] {
  if (cursor && !messageCursor.safeParse(cursor).success)
    throw new AppError("malformed", msg`The cursor is malformed.`);
  const words = wordQuery(query);
  return words ? [searchedRows({ words, cursor })] : [];
}

/** Returns the id of the newest message with the words, by the other member. */
function newestWith(words: WordQuery, rows: SearchedRow[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { other, messages } of rows) {
    // Written by `searchedRows`.
    for (const [id, content] of JSON.parse(messages) as [number, string][]) {
      if (id > (newest.get(other) ?? 0) && hasWords(content, words)) newest.set(other, id);
    }
  }
  return newest;
}

/** Returns a position in each database, before the conversations that were searched; null if all were. */
function nextOf(databases: number, rows: SearchedRow[]): string | null {
  const positions = Array.from({ length: databases }, (_, number) => {
    const searched = new Set(rows.map(({ latest }) => latest).filter((id) => databaseOf(id) === number));
    return searched.size < CONVERSATIONS ? number * IDS_OF_A_DATABASE : Math.min(...searched);
  });
  return positions.every((position) => position % IDS_OF_A_DATABASE === 0) ? null : cursorOf(positions);
}

/** Returns the members by id, without those of a block. */
async function readMembers({ db, viewer }: MemberCtx, ids: string[]): Promise<Map<string, UserSummary>> {
  if (ids.length === 0) return new Map();
  const members = await db.all<UserSummary>(sql`
    SELECT u.id AS id, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage
    FROM json_each(${JSON.stringify(ids)}) JOIN users u ON u.id = value WHERE ${notBlocked(viewer.id, sql`u.id`)}`);
  return new Map(members.map((member) => [member.id, member]));
}

/** Returns the messages by id, without those that were deleted since they were searched. */
async function readMessages({ chats }: MemberCtx, ids: number[]): Promise<Map<number, LiveMessageRow>> {
  const found = await inEveryChat(chats, async (chat, number) => {
    const own = ids.filter((id) => databaseOf(id) === number);
    if (own.length === 0) return [];
    return chat.all<LiveMessageRow>(
      liveMessageRows(sql`SELECT value AS id FROM json_each(${JSON.stringify(own)})`),
    );
  });
  return new Map(found.flat().map((message) => [message.id, message]));
}

const database = (id: SQL): SQL => sql`${id} / ${sql.raw(String(IDS_OF_A_DATABASE))}`;

/** The end of the page before in this database. On the first page every id is below it. */
const end = sql`ifnull(
  (SELECT value FROM json_each(${sql.placeholder("ends")})
    WHERE ${database(sql`value`)} = ${database(sql`(SELECT max(id) FROM chat_messages)`)}),
  ${sql.raw(String(Number.MAX_SAFE_INTEGER))})`;

/**
 * The messages of the newest blocks with the words, and after the last block. One row for each block: with a row for
 * each message, SQLite reads a message seven times in place of three.
 */
const searchedRows = viewerQuery<Search, SearchedRow>({
  chat: (viewer) => sql`
    WITH ${naming(viewer)},
    searched(key, other, latest) AS MATERIALIZED (
      SELECT c.key, iif(c.low_id = ${me}, c.high_id, c.low_id), s.last FROM (
        SELECT conversation, last FROM chat_sides
        WHERE member = ${keyInChat(me)} AND last < ${end} ORDER BY last DESC ${limit(CONVERSATIONS)}) s
      CROSS JOIN conversations c ON c.key = s.conversation AND ${me} IN (c.low_id, c.high_id)),
    parts(key, other, latest, start, last) AS MATERIALIZED (
      SELECT key, other, latest, ifnull((SELECT max(b.last) FROM message_blocks b WHERE b.conversation = key), 0), latest
      FROM searched
      UNION ALL
      SELECT key, other, latest,
        ifnull((SELECT max(p.last) FROM message_blocks p WHERE p.conversation = key AND p.last < b.last), 0), b.last
      FROM searched CROSS JOIN message_blocks b ON b.conversation = key AND b.last IN (
        SELECT n.last FROM (
          SELECT o.last, o.words FROM message_blocks o WHERE o.conversation = key ORDER BY o.last DESC ${limit(BLOCKS_READ)}) n
        WHERE n.words IS NULL OR (${hasParts(sql`n.words`)}) ORDER BY n.last DESC ${limit(BLOCKS_FOUND)}))
    SELECT parts.other AS other, parts.latest AS latest, (
      SELECT json_group_array(json_array(id, content)) FROM (
        SELECT id, content, ${bytesBefore(sql`id`, sql`octet_length(content)`)} AS before FROM (
          SELECT m.id AS id, m.content AS content FROM chat_messages m
          WHERE m.conversation = parts.key AND ${isStored} AND m.id > parts.start AND m.id <= parts.last
          ORDER BY m.id DESC ${limit(MESSAGES_READ)}))
      WHERE before < ${BYTES_READ}) AS messages
    FROM parts`,
  values: ({ words, cursor }) => ({
    ends: JSON.stringify(cursor ? cursor.split(".").map(Number) : []),
    ...partValues(words),
  }),
});
