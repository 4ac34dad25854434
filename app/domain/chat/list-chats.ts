import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import type { ChatListItem } from "~/contract/chat";
import { isArchived } from "~/contract/chat-marks";
import { AppError } from "~/contract/errors";
import { fold } from "~/contract/fold";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { nameContains } from "~/contract/name-contains";
import { type MarksRow, marksOf } from "~/db/chat-marks";
import { conversationsOf, isUnreadFrom } from "~/db/conversations";
import { firstPage, isFirstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { memberKey } from "~/db/keys";
import { limit } from "~/db/limit";
import { isStored } from "~/db/message-rows";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

interface ChatRow extends Omit<ChatListItem, "lastMessage" | "mutedUntil" | "archivedTo">, MarksRow {
  /** Id, content and time of the latest message, as a JSON array; null without any. */
  latest: string | null;
}

/** The row that a chat database has for one of the viewer's conversations. */
type ConversationRow = Pick<ChatRow, "userId" | "unreadCount" | "latest">;

/** The part of the list that a page is of. */
interface ChatPage {
  page: PageRequest;
  /** A part of a username or full name; empty for all. */
  query: string;
  /** `archived` shows the archived chats alone; any other text all chats. */
  show: string;
}

/**
 * Returns a page of the conversations: latest message first, then by name. Each page reads a row of every connection and its
 * conversation: a bounded page needs the time of the last message in an index, which is two more rows written for each message.
 * @throws AppError `malformed`
 */
export async function listChats(
  ctx: ViewerCtx,
  { page = firstPage, query = "", show = "" }: Partial<ChatPage> = {},
): Promise<Page<ChatListItem>> {
  const start = positionOf(page);
  const chats = (await rowsAsChats(ctx, { page, query, show })).filter(
    (chat) => (show !== ARCHIVED || isArchived(chat)) && (!query.trim() || nameContains(chat, query.trim())),
  );
  return pageOf(chats.slice(start(chats)), page.limit, cursorOf);
}

/** Returns all conversations, in the order of the list. */
export const listAllChats = (ctx: ViewerCtx): Promise<ChatListItem[]> => rowsAsChats(ctx, wholeList);

const ARCHIVED = "archived";

/** The input of `chatRows` whose rows a hub holds. */
export const wholeList: ChatPage = { page: firstPage, query: "", show: "" };

async function rowsAsChats(ctx: ViewerCtx, list: ChatPage): Promise<ChatListItem[]> {
  const [rows] = await readRows(ctx, chatRows(list));
  // SQLite orders names by the codes of their letters: É after Z.
  const names = new Map(
    rows.flatMap((row) => (row.latest === null ? [[row.userId, fold(row.fullName)]] : [])),
  );
  const isBefore = (a: ChatListItem, b: ChatListItem) =>
    (names.get(a.userId) ?? "") < (names.get(b.userId) ?? "");
  return rows
    .map(({ latest, mutedUntil, archivedTo, ...chat }) => ({
      ...chat,
      lastMessage: latest === null ? null : latestOf(latest),
      ...marksOf({ mutedUntil, archivedTo }),
    }))
    .sort((a, b) => byLatest(a, b) || Number(isBefore(b, a)) - Number(isBefore(a, b)));
}

/** A cursor: time in milliseconds and id of the last message, 0 without one, and the other member. */
const CURSOR = /^(\d{1,15})-(\d{1,15})-(.{1,64})$/;

const cursorOf = ({ lastMessage, userId }: ChatListItem) =>
  `${lastMessage ? Date.parse(lastMessage.createdAt) : 0}-${lastMessage?.id ?? 0}-${userId}`;

/** Returns a function that returns the index of a page's first chat. A chat that is gone or has a new message since moves no other. */
function positionOf({ cursor }: PageRequest): (chats: readonly ChatListItem[]) => number {
  if (!cursor) return () => 0;
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (time === undefined || id === undefined) throw new AppError("malformed", msg`The cursor is malformed.`);
  const lastMessage = time === "0" ? null : { id, createdAt: new Date(Number(time)).toISOString() };
  return (chats) => {
    const last = chats.findIndex((chat) => cursorOf(chat) === cursor);
    if (last >= 0) return last + 1;
    const next = chats.findIndex((chat) => !chat.lastMessage || byLatest({ lastMessage }, chat) < 0);
    return next < 0 ? chats.length : next;
  };
}

type Latest = { lastMessage: Pick<NonNullable<ChatListItem["lastMessage"]>, "id" | "createdAt"> | null };

/** Later messages first. Ids have the order of their database only, so the time comes first. */
function byLatest({ lastMessage: a }: Latest, { lastMessage: b }: Latest): number {
  const [at, bt] = [a?.createdAt ?? "", b?.createdAt ?? ""];
  return at === bt ? Number(b?.id ?? 0) - Number(a?.id ?? 0) : at < bt ? 1 : -1;
}

function latestOf(latest: string): ChatListItem["lastMessage"] {
  // The statement writes the array in this form.
  const [id, content, at] = JSON.parse(latest) as [number, string, number];
  return { id: String(id), content, createdAt: new Date(at).toISOString() };
}

/** The rows of all chats, by id. A subquery reads the latest message in one look-up, a join in two. */
export const chatRows = viewerQuery<ChatPage, ChatRow, ConversationRow>({
  held: () => "chats",
  fromHeld: ({ page, query, show }) => (isFirstPage(page) && !query && !show ? null : (rows) => rows),
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT u.id AS userId, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
      n.muted_until AS mutedUntil, n.archived_to AS archivedTo
    FROM connection_sides n JOIN users u ON u.id = n.other
    WHERE n.member = ${memberKey(me)} AND n.accepted = 1
    ORDER BY u.id`,
  chat: (viewer) => {
    const userId = sql`iif(c.low_id = ${me}, c.high_id, c.low_id)`;
    return sql`
      WITH ${naming(viewer)}
      SELECT ${userId} AS userId,
        iif(c.open, (SELECT count(*) FROM (
          SELECT 1 FROM chat_messages WHERE ${isUnreadFrom(userId)} ${limit(UNREAD_COUNT_MAX)})), 0) AS unreadCount,
        (SELECT json_array(m.id, m.content, m.created_at) FROM chat_messages m
          WHERE m.conversation = c.key AND ${isStored} ORDER BY m.id DESC LIMIT 1) AS latest
      FROM (${conversationsOf(me)}) c`;
  },
  join: (members, conversations) => {
    const byMember = new Map(conversations.map((one) => [one.userId, one]));
    return members.map((one) => ({ ...one, unreadCount: 0, latest: null, ...byMember.get(one.userId) }));
  },
});
