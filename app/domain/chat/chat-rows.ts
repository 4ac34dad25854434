import { type SQL, sql } from "drizzle-orm";
import type { ChatListItem } from "~/contract/chat";
import { CHAT_DOCUMENT_CHATS, UNREAD_COUNT_MAX } from "~/contract/limits";
import { type MarksRow, marksOf } from "~/db/chat-marks";
import { conversationsOf, isBetween, isUnreadFrom } from "~/db/conversations";
import type { PageRequest } from "~/db/cursor";
import { limit } from "~/db/limit";
import { isStored } from "~/db/message-rows";
import { me, myKey, naming, namingWithKey, viewerQuery } from "~/db/viewer-query";
import { type ChatCursor, parseCursor } from "./chat-cursor";

/** The part of the list that a page is of. */
export interface ChatPage {
  page: PageRequest;
  /** A part of a username or full name; empty for all. */
  query: string;
  /** `archived` shows the archived chats alone; any other text all chats. */
  show: string;
  /** The username of a chat that the rows have in any case, in lower case; empty for none. */
  open: string;
}

/**
 * The list that a row belongs to: conversations by last message; connections by account, with and without messages;
 * those with messages in another database, which are merged; the archive; the opened chat; `all` for a whole list.
 */
type Part = "newest" | "rest" | "elsewhere" | "archived" | "open" | "all";

/** A chat. With a NULL `userId` it is that of a former connection: the cursor counts it. */
export interface ChatRow
  extends Omit<ChatListItem, "userId" | "lastMessage" | "mutedUntil" | "archivedTo">,
    MarksRow {
  part: Part;
  /** The id of the last message in a row of `newest`, else 0. */
  last: number;
  userId: string | null;
  /** Id, content and time of the latest message, as a JSON array; null without any. */
  latest: string | null;
}

/** The row that another chat database has for one of the viewer's conversations. */
type ConversationRow = Pick<ChatRow, "userId" | "unreadCount" | "latest">;

/** Connections, by account, of which a page lists those without messages. */
export const REST_READ = 200;

/** Returns whether a list is read as a whole: the archive, and chats by name. */
export const isWhole = ({ query, show }: ChatPage) => query !== "" || show === "archived";

/** Returns the number of conversations to read. A first page reads as many as the document: a hub caches one list. */
export const newestRead = ({ cursor, limit: size }: PageRequest) =>
  (cursor ? size : Math.max(size, CHAT_DOCUMENT_CHATS)) + 1;

/** The first chats, as the document has them. */
export const headOfChats = (open = ""): ChatPage => ({
  page: { cursor: null, limit: CHAT_DOCUMENT_CHATS },
  query: "",
  show: "",
  open: open.toLowerCase(),
});

const isHead = (list: ChatPage) =>
  !isWhole(list) && !list.page.cursor && list.page.limit <= CHAT_DOCUMENT_CHATS;

const marks = sql`muted_until, archived_to`;
const mine = sql`member = ${myKey} AND accepted = 1`;

/** The connections in the archive, by a partial index. */
const archived = (part: Part) => sql`
  SELECT ${sql.raw(`'${part}'`)}, 0, other, ${marks} FROM connection_sides INDEXED BY connection_sides_archived
  WHERE ${mine} AND archived_to IS NOT NULL`;

/**
 * The rows of a page: `newest` is a range of an index; `rest` is read when that is shorter than the page. No id is
 * above "~"; as a condition of its own the number of `newest` would be compared for every connection.
 */
function pageRows(list: ChatPage): SQL {
  const count = newestRead(list.page);
  const head = sql`
    UNION ALL ${archived("archived")}
    UNION ALL SELECT 'open', 0, n.other, n.muted_until, n.archived_to
      FROM users o CROSS JOIN connection_sides n ON n.member = ${myKey} AND n.accepted = 1 AND n.other = o.id
      WHERE lower(o.username) = ${sql.placeholder("open")}`;
  return sql`
    newest(conversation, last) AS MATERIALIZED (
      SELECT conversation, last FROM chat_sides WHERE member = ${myKey} AND last < ${sql.placeholder("before")}
      ORDER BY last DESC ${limit(count)}),
    rest(other, muted_until, archived_to) AS (
      SELECT other, ${marks} FROM connection_sides
      WHERE ${mine} AND other > iif((SELECT count(*) FROM newest) < ${sql.raw(String(count))}, ${sql.placeholder("start")}, '~')
      ORDER BY other ${limit(REST_READ)}),
    listed(part, last, other, muted_until, archived_to) AS (
      SELECT 'newest', newest.last, n.other, n.muted_until, n.archived_to
      FROM newest CROSS JOIN conversations c ON c.key = newest.conversation
        LEFT JOIN connection_sides n ON n.member = ${myKey} AND n.accepted = 1 AND n.other = iif(c.low_id = ${me}, c.high_id, c.low_id)
      UNION ALL SELECT 'rest', 0, other, ${marks} FROM rest
      UNION ALL SELECT 'elsewhere', 0, other, ${marks} FROM connection_sides INDEXED BY connection_sides_elsewhere
        WHERE ${mine} AND chat > 0
      ${list.page.cursor ? sql`` : head})`;
}

function wholeRows({ query }: ChatPage): SQL {
  const all = sql`SELECT 'all', 0, other, ${marks} FROM connection_sides WHERE ${mine}`;
  return sql`listed(part, last, other, muted_until, archived_to) AS (${query ? all : archived("all")})`;
}

const unreadFrom = (userId: SQL) => sql`
  iif(c.open, (SELECT count(*) FROM (
    SELECT 1 FROM chat_messages WHERE ${isUnreadFrom(userId)} ${limit(UNREAD_COUNT_MAX)})), 0)`;

/** A subquery reads the latest message in one look-up, a join in two. */
const latest = sql`(SELECT json_array(m.id, m.content, m.created_at) FROM chat_messages m
  WHERE m.conversation = c.key AND ${isStored} ORDER BY m.id DESC LIMIT 1)`;

/**
 * The rows of a whole list, or of one page and one conversation more. A page reads a bounded number of rows in the main
 * database. Other chat databases return all conversations of the viewer.
 */
export const chatRows = viewerQuery<ChatPage, ChatRow, ConversationRow>({
  cachedAs: (list) => (isHead(list) ? "chats" : null),
  fromCached: ({ open }) =>
    open ? (rows) => (rows.some(({ username }) => username?.toLowerCase() === open) ? rows : null) : null,
  text: (viewer, list) => sql`
    WITH ${namingWithKey(viewer)}, ${isWhole(list) ? wholeRows(list) : pageRows(list)}
    SELECT l.part AS part, l.last AS last, l.other AS userId, u.username AS username, u.full_name AS fullName,
      u.profile_image AS profileImage, l.muted_until AS mutedUntil, l.archived_to AS archivedTo,
      ${unreadFrom(sql`l.other`)} AS unreadCount, ${latest} AS latest
    FROM listed l LEFT JOIN users u ON u.id = l.other LEFT JOIN conversations c ON ${isBetween(me, sql`l.other`)}`,
  elsewhere: (viewer) => {
    const userId = sql`iif(c.low_id = ${me}, c.high_id, c.low_id)`;
    return sql`
      WITH ${naming(viewer)}
      SELECT ${userId} AS userId, ${unreadFrom(userId)} AS unreadCount, ${latest} AS latest
      FROM (${conversationsOf(me)}) c`;
  },
  join: (rows, conversations) => {
    const byMember = new Map(conversations.map((one) => [one.userId, one]));
    return rows.map((row) => ({ ...row, ...byMember.get(row.userId) }));
  },
  values: (list) =>
    isWhole(list)
      ? {}
      : { ...boundsOf(parseCursor(list.page)), ...(list.page.cursor ? {} : { open: list.open }) },
  shape: (list) =>
    isWhole(list) ? (list.query ? 0 : 1) : 2 * newestRead(list.page) + (list.page.cursor ? 1 : 0),
});

function boundsOf(cursor: ChatCursor): { before: number; start: string } {
  return cursor.isRest ? { before: 0, start: cursor.start } : { before: cursor.before, start: "" };
}

/** Returns the chat of a row; null for that of a former connection. */
export function chatOf({
  part,
  last,
  userId,
  latest,
  mutedUntil,
  archivedTo,
  ...chat
}: ChatRow): ChatListItem | null {
  if (userId === null) return null;
  const lastMessage = latest === null ? null : latestOf(latest);
  return { userId, ...chat, lastMessage, ...marksOf({ mutedUntil, archivedTo }) };
}

function latestOf(latest: string): ChatListItem["lastMessage"] {
  // The statement writes the array in this form.
  const [id, content, at] = JSON.parse(latest) as [number, string, number];
  return { id: String(id), content, createdAt: new Date(at).toISOString() };
}
