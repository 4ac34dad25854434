import { msg } from "@lingui/core/runtime-macro";
import type { ChatListItem, ChatStart } from "~/contract/chat";
import { isArchived } from "~/contract/chat-marks";
import { AppError } from "~/contract/errors";
import { fold } from "~/contract/fold";
import { CHAT_DOCUMENT_CHATS } from "~/contract/limits";
import { nameContains } from "~/contract/name-contains";
import { firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { readRows } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";
import { type ChatCursor, formatCursor, parseCursor } from "./chat-cursor";
import {
  type ChatPage,
  type ChatRow,
  chatOf,
  chatRows,
  headOfChats,
  isWhole,
  newestRead,
  REST_READ,
} from "./chat-rows";

/**
 * Returns a page of the conversations: latest message first, then the connections without messages, by name among 200
 * accounts at a time. A page reads a bounded number of rows, so it can be short; the archive, and chats by name, are
 * read as a whole (docs/decisions/0119-large-accounts.md).
 * @throws AppError `malformed`
 */
export async function listChats(
  ctx: ViewerCtx,
  { page = firstPage, query = "", show = "" }: Partial<Omit<ChatPage, "open">> = {},
): Promise<Page<ChatListItem>> {
  const list = { page, query: query.trim(), show, open: "" };
  if (!isWhole(list)) {
    const cursor = parseCursor(page);
    const [rows] = await readRows(ctx, chatRows(list));
    return pageAt(rows, page, cursor);
  }
  const start = positionOf(page);
  const [rows] = await readRows(ctx, chatRows(list));
  const chats = sorted(rows).filter(
    (chat) => (show !== "archived" || isArchived(chat)) && (!list.query || nameContains(chat, list.query)),
  );
  return pageOf(chats.slice(start(chats)), page.limit, cursorOf);
}

/** Returns the first chats, the first archived ones and the opened one. @param username in any case; empty for none */
export async function listChatHead(
  ctx: ViewerCtx,
  username: string,
): Promise<Omit<ChatStart, "open"> & { opened: ChatListItem | undefined }> {
  const list = headOfChats(username);
  const [rows] = await readRows(ctx, chatRows(list));
  const { items, next } = pageAt(rows, list.page, parseCursor(list.page));
  const archived = sorted(rows.filter(({ part }) => part === "archived")).filter(isArchived);
  const opened = sorted(rows).find((chat) => list.open !== "" && chat.username.toLowerCase() === list.open);
  const head = [...items, ...archived.slice(0, CHAT_DOCUMENT_CHATS), ...(opened ? [opened] : [])];
  const chats = [...new Map(head.map((chat) => [chat.userId, chat])).values()].sort(byLatestThenName);
  return { chats, isPartial: next !== null, opened };
}

/** Returns a page from its rows: the newest conversations, and after the last one, connections without messages. */
function pageAt(rows: ChatRow[], page: PageRequest, cursor: ChatCursor): Page<ChatListItem> {
  const { items, next } = cursor.isRest ? { items: [], next: null } : newestAt(rows, page, cursor);
  if (next) return { items, next };
  const { start, shown } = cursor.isRest ? cursor : { start: "", shown: "" };
  const read = rows.filter(({ part }) => part === "rest");
  const chats = sorted(read).filter(({ lastMessage }) => !lastMessage);
  // A chat that has got a message since is not among them: the page then begins with the first of the others.
  const left = chats.slice(chats.findIndex(({ userId }) => userId === shown) + 1);
  const added = left.slice(0, page.limit - items.length);
  const last = added.at(-1)?.userId ?? shown;
  const isEnd = added.length === left.length;
  const after = isEnd ? { start: lastOf(read), shown: "" } : { start, shown: last };
  const hasMore = !isEnd || read.length === REST_READ;
  return { items: [...items, ...added], next: hasMore ? formatCursor({ isRest: true, ...after }) : null };
}

/** Returns the greatest id of a member among rows, empty without any. */
const lastOf = (rows: ChatRow[]) =>
  rows.reduce((last, { userId }) => (userId && userId > last ? userId : last), "");

/**
 * Merges the conversations of the main database, by id, with those of the others, by time: ids have the order of their
 * database only. `next` is null when all are shown.
 */
function newestAt(
  rows: ChatRow[],
  page: PageRequest,
  { before, elsewhere }: ChatCursor & { isRest: false },
): Page<ChatListItem> {
  const own = rows.filter(({ part }) => part === "newest").sort((a, b) => b.last - a.last);
  const isCut = own.length === newestRead(page);
  const shown = {
    lastMessage: { id: String(elsewhere.id), createdAt: new Date(elsewhere.time).toISOString() },
  };
  const others = sorted(rows.filter(({ part, latest }) => part === "elsewhere" && latest !== null)).filter(
    (chat) => elsewhere.time === 0 || byLatest(shown, chat) < 0,
  );
  const items: ChatListItem[] = [];
  const at = { before, elsewhere };
  while (items.length < page.limit) {
    const [[row], [other]] = [own, others];
    // Later rows of the main database are unknown, and the other chat may be after them.
    if (!row && (isCut || !other)) break;
    const chat = row && chatOf(row);
    if (row && !(chat && other && byLatest(chat, other) > 0)) {
      own.shift();
      at.before = row.last;
      if (chat) items.push(chat);
    } else if (other) {
      others.shift();
      items.push(other);
      at.elsewhere = { id: Number(other.lastMessage?.id), time: timeOf(other) };
    }
  }
  const hasMore = isCut || own.length > 0 || others.length > 0;
  return { items, next: hasMore ? formatCursor({ isRest: false, ...at }) : null };
}

/** Returns the chats of rows, each once, in the order of the list. */
function sorted(rows: ChatRow[]): ChatListItem[] {
  const chats = rows.flatMap((row) => chatOf(row) ?? []);
  return [...new Map(chats.map((chat) => [chat.userId, chat])).values()].sort(byLatestThenName);
}

type Latest = { lastMessage: Pick<NonNullable<ChatListItem["lastMessage"]>, "id" | "createdAt"> | null };

/** Later messages first. */
function byLatest({ lastMessage: a }: Latest, { lastMessage: b }: Latest): number {
  const [at, bt] = [a?.createdAt ?? "", b?.createdAt ?? ""];
  return at === bt ? Number(b?.id ?? 0) - Number(a?.id ?? 0) : at < bt ? 1 : -1;
}

function byLatestThenName(a: ChatListItem, b: ChatListItem): number {
  const latest = byLatest(a, b);
  if (latest !== 0) return latest;
  // SQLite orders names by the codes of their letters: É after Z.
  const [name = "", other = ""] = [a, b].map(({ fullName, userId }) => `${fold(fullName)}\n${userId}`);
  return name < other ? -1 : Number(name > other);
}

const timeOf = ({ lastMessage }: ChatListItem) => (lastMessage ? Date.parse(lastMessage.createdAt) : 0);

/** A cursor of a whole list: time in milliseconds and id of the last message, 0 without one, and the other member. */
const CURSOR = /^(\d{1,15})-(\d{1,15})-(.{1,64})$/;

const cursorOf = (chat: ChatListItem) => `${timeOf(chat)}-${chat.lastMessage?.id ?? 0}-${chat.userId}`;

/** Returns a function for the index of a page's first chat, also when the chat of the cursor is gone or has moved. */
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
