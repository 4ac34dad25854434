import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useContext } from "react";
import type { ChatListItem, ChatStart } from "~/contract/chat";
import { isMuted } from "~/contract/chat-marks";
import { PAGE_LIMIT_MAX } from "~/contract/limits";
import { apiPage, type Page } from "~/features/api/client";
import { requestFreshReads } from "~/realtime/fresh-reads";
import { $isInSync } from "~/realtime/sync";
import { withOthers } from "./chat-order";
import { ChatStartContext } from "./chat-start";
import { $unread } from "./unread-store";

export interface ChatList {
  /** The loaded chats: latest message first, then by name; null until there are some. */
  chats: readonly ChatListItem[] | null;
  /** The cursors of the next page of all chats, and of the archived ones; null when all are loaded. */
  next: string | null;
  nextArchived: string | null;
  isFailed: boolean;
  /** The number of times that the list began anew, without the chats that were loaded before. */
  generation: number;
}

/** The server's reply to a request for the beginning of the list. */
type Head = Pick<ChatList, "next" | "nextArchived"> & { chats: Chats };

type Chats = readonly ChatListItem[];

const EMPTY: ChatList = { chats: null, next: null, nextArchived: null, isFailed: false, generation: 0 };

export const $chatList = atom<ChatList>(EMPTY);

/** Requests by number: the last one sent, and the last one whose reply is applied. */
const requests = { sent: 0, applied: 0 };
/** The changes made since each request that is in flight: its reply may be older than they are. */
const inFlight = new Set<((chats: Chats) => Chats)[]>();
/** Invalidations: all of them, and those that a reply has followed. */
const invalidations = { made: 0, followed: 0 };
/** Chats whose data the page lacks since a frame: the next beginning of the list has them, or a later page. */
const outdated = new Set<string>();
let isOpen = false;

const isStale = () => invalidations.followed < invalidations.made;

/**
 * Runs a request for chats.
 * @param apply takes the reply, and a function that makes the changes of the meantime to a list from it
 */
async function request<T>(
  send: () => Promise<T>,
  apply: (reply: T, withChanges: (chats: Chats) => Chats) => void,
): Promise<void> {
  const changes: ((chats: Chats) => Chats)[] = [];
  inFlight.add(changes);
  try {
    apply(await send(), (chats) => changes.reduce((list, change) => change(list), chats));
  } finally {
    inFlight.delete(changes);
  }
}

/** Fetches the first chats, and the first archived ones where these are not all. */
async function fetchHead(): Promise<Head> {
  const { items, next } = await apiPage("GET /api/chat/connections");
  if (next === null) return { chats: items, next, nextArchived: null };
  const archived = await apiPage("GET /api/chat/connections", { query: { show: "archived" } });
  return { chats: withOthers(items, archived.items), next, nextArchived: archived.next };
}

/**
 * Appends the chats loaded before to a new first page, unless they may be stale. Keeps the first page's cursor,
 * because a new connection without messages may be anywhere in the list.
 */
function withLoaded(head: Head, wasStale: boolean): Head {
  const { chats } = $chatList.get();
  if (!chats || wasStale || head.next === null) return head;
  const known = chats.filter(({ userId }) => !outdated.has(userId));
  return { ...head, chats: withOthers(head.chats, known) };
}

/** Loads the beginning of the list. The reply of an earlier request never replaces that of a later one. */
export async function loadChats(): Promise<void> {
  requests.sent += 1;
  const sent = requests.sent;
  const { made } = invalidations;
  // The reply replaces what frames have changed before.
  requestFreshReads();
  await request(
    () => fetchHead().catch(() => null),
    (head, withChanges) => {
      if (sent <= requests.applied) return;
      if (!head) return $chatList.set({ ...$chatList.get(), isFailed: true });
      requests.applied = sent;
      const wasStale = invalidations.followed < made;
      invalidations.followed = Math.max(invalidations.followed, made);
      const loaded = withLoaded(head, wasStale);
      outdated.clear();
      const generation = $chatList.get().generation + (wasStale ? 1 : 0);
      $chatList.set({ ...loaded, chats: withChanges(loaded.chats), isFailed: false, generation });
    },
  );
}

/**
 * Adds chats to the loaded ones, which frames may have changed. Adds none after the list was replaced (log-out).
 * @returns the number of added chats
 * @throws as `api` does
 */
async function addChats(
  send: () => Promise<Page<ChatListItem>>,
  listOf: (next: string | null) => Partial<ChatList>,
): Promise<number> {
  const { generation } = $chatList.get();
  let added = 0;
  await request(send, (page, withChanges) => {
    const { chats, ...list } = $chatList.get();
    if (!chats || list.generation !== generation) return;
    const all = withOthers(chats, withChanges(page.items));
    added = all.length - chats.length;
    $chatList.set({ ...list, ...listOf(page.next), chats: all });
  });
  return added;
}

/** Loads the next page of all or archived chats. @returns the number of added chats @throws as `api` does */
export async function loadMoreChats(isArchive: boolean): Promise<number> {
  const field = isArchive ? "nextArchived" : "next";
  const cursor = $chatList.get()[field];
  if (!cursor) return 0;
  const query = { cursor, show: isArchive ? "archived" : null };
  return addChats(
    () => apiPage("GET /api/chat/connections", { query }),
    // The list may have a new beginning.
    (next) => ($chatList.get()[field] === cursor ? { [field]: next } : {}),
  );
}

/** Adds the chats with a name to the loaded ones, unless all are loaded. @throws as `api` does */
export async function findChats(name: string, signal?: AbortSignal): Promise<void> {
  if ($chatList.get().next === null) return;
  const query = { q: name, limit: PAGE_LIMIT_MAX };
  await addChats(
    () => apiPage("GET /api/chat/connections", { query, signal }),
    () => ({}),
  );
}

/**
 * Opens the list. Hydrates it from the document unless one is loaded; fetches it when it is missing, partial or
 * possibly stale. Returns a function to call when the list is hidden.
 */
export function openChatList(start: Pick<ChatStart, "chats" | "isPartial"> | null): () => void {
  isOpen = true;
  if (start && !$chatList.get().chats) {
    $chatList.set(startOf(start));
    if (start.isPartial) void loadChats();
  } else if (isStale() || !$chatList.get().chats || !$isInSync.get()) void loadChats();
  return () => {
    isOpen = false;
  };
}

/** Keeps a chat out of the list that the next request loads, unless the reply has it. */
export const invalidateChat = (userId: string): void => void outdated.add(userId);

/** Invalidates the list after a loss of the link: refetches it now, or when it is next shown. */
export function invalidateChats(): void {
  if (!$chatList.get().chats && !isLoading()) return;
  invalidations.made += 1;
  if (isOpen) void loadChats();
}

/** Clears the list, and ignores the replies of requests in flight. */
export function clearChats(): void {
  requests.applied = requests.sent;
  invalidations.followed = invalidations.made;
  outdated.clear();
  $chatList.set({ ...EMPTY, generation: $chatList.get().generation + 1 });
}

/** Returns the chat list: the document's during hydration, then the store's. */
export function useChatList(): ChatList {
  const start = useContext(ChatStartContext);
  const list = useStore($chatList, { ssr: "initial" });
  return list.chats || !start ? list : startOf(start);
}

/** Returns the list of a document: without cursors, so that the next page is that of the first reply. */
function startOf({ chats, isPartial }: Pick<ChatStart, "chats" | "isPartial">): ChatList {
  const next = isPartial ? "" : null;
  return { chats, next, nextArchived: next, isFailed: false, generation: $chatList.get().generation };
}

/** Returns a getter of a chat's unread count: the server's while `$unread` is incomplete or the chat is muted. */
export function useUnreadFrom(): (chat: ChatListItem) => number {
  const { bySender, unlisted } = useStore($unread, { ssr: "initial" });
  return (chat) =>
    bySender && unlisted === 0 && !isMuted(chat) ? (bySender.get(chat.userId)?.size ?? 0) : chat.unreadCount;
}

/** Returns whether a request for chats is in flight. */
export const isLoading = () => inFlight.size > 0;

/** Changes the list, also where a request in flight replaces it or adds to it. */
export function changeChats(apply: (chats: Chats) => Chats): void {
  for (const changes of inFlight) changes.push(apply);
  const { chats, ...list } = $chatList.get();
  if (!chats) return;
  const changed = apply(chats);
  if (changed !== chats) $chatList.set({ ...list, chats: changed });
}
