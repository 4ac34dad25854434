import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useContext } from "react";
import type { ChatListItem, ChatStart } from "~/contract/chat";
import { isMuted } from "~/contract/chat-marks";
import { api } from "~/features/api/client";
import { requestFreshReads } from "~/realtime/fresh-reads";
import { $isInSync } from "~/realtime/sync";
import { ChatStartContext } from "./chat-start";
import { $unread } from "./unread-store";

export interface ChatList {
  /** Latest message first, then by name; null until it is loaded. */
  chats: readonly ChatListItem[] | null;
  isFailed: boolean;
}

type Chats = readonly ChatListItem[];

const EMPTY: ChatList = { chats: null, isFailed: false };

export const $chatList = atom<ChatList>(EMPTY);

/** Requests by number: the last one sent, and the last one whose reply is applied. */
const requests = { sent: 0, applied: 0 };
/** Changes made since a request that is in flight: its reply may be older than they are. */
let pendingChanges: { afterRequest: number; change: (chats: Chats) => Chats }[] = [];
let isOpen = false;
let isStale = false;

/** Loads the list. The reply of an earlier request never replaces that of a later one. */
export async function loadChats(): Promise<void> {
  requests.sent += 1;
  const request = requests.sent;
  isStale = false;
  // The reply replaces what frames have changed before.
  requestFreshReads();
  const chats = await api("GET /api/chat/connections").catch(() => null);
  if (request <= requests.applied) return;
  requests.applied = request;
  pendingChanges = pendingChanges.filter(({ afterRequest }) => afterRequest >= request);
  if (!chats) return $chatList.set({ ...$chatList.get(), isFailed: true });
  const current = pendingChanges.reduce<Chats>((list, { change }) => change(list), chats);
  if (request === requests.sent) pendingChanges = [];
  $chatList.set({ chats: current, isFailed: false });
}

/**
 * Shows the list: hydrates it from the document unless one is loaded; fetches it when there is none, it has only its beginning or it may be
 * stale. Returns a function to call when the list is hidden.
 */
export function openChatList(start: Pick<ChatStart, "chats" | "isPartial"> | null): () => void {
  isOpen = true;
  if (start && !$chatList.get().chats) {
    $chatList.set({ chats: start.chats, isFailed: false });
    if (start.isPartial) void loadChats();
  } else if (isStale || !$chatList.get().chats || !$isInSync.get()) void loadChats();
  return () => {
    isOpen = false;
  };
}

/** Invalidates the list after a loss of the link: refetches it now, or when it is next shown. */
export function invalidateChats(): void {
  if (!$chatList.get().chats) return;
  isStale = true;
  if (isOpen) void loadChats();
}

/** Clears the list, and ignores the replies of requests in flight. */
export function clearChats(): void {
  requests.applied = requests.sent;
  pendingChanges = [];
  isStale = false;
  $chatList.set(EMPTY);
}

/** Returns the chat list: the document's during hydration, then the store's. */
export function useChatList(): ChatList {
  const start = useContext(ChatStartContext);
  const list = useStore($chatList, { ssr: "initial" });
  return list.chats || !start ? list : { chats: start.chats, isFailed: false };
}

/** Returns a function that returns the number of unread messages of a chat: the server's count while `$unread` does not list all of them, as of a muted chat. */
export function useUnreadFrom(): (chat: ChatListItem) => number {
  const { bySender, unlisted } = useStore($unread, { ssr: "initial" });
  return (chat) =>
    bySender && unlisted === 0 && !isMuted(chat) ? (bySender.get(chat.userId)?.size ?? 0) : chat.unreadCount;
}

export const isLoading = () => requests.applied < requests.sent;

/** Changes the list, also where a request in flight replaces it. */
export function changeChats(apply: (chats: Chats) => Chats): void {
  if (isLoading()) pendingChanges.push({ afterRequest: requests.sent, change: apply });
  const { chats, isFailed } = $chatList.get();
  if (!chats) return;
  const next = apply(chats);
  if (next !== chats) $chatList.set({ chats: next, isFailed });
}
