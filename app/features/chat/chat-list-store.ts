import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useContext } from "react";
import type { ChatListItem, MarkedChat, MessageView } from "~/contract/chat";
import { api } from "~/features/api/client";
import { requestFreshReads } from "~/realtime/fresh-reads";
import { $isInSync } from "~/realtime/sync";
import { isMuted } from "./chat-marks";
import { ChatStartContext } from "./chat-start";
import { $unread } from "./unread-store";

export interface ChatList {
  /** Latest message first, then by name; null until it is loaded. */
  chats: readonly ChatListItem[] | null;
  isFailed: boolean;
}

type Chats = readonly ChatListItem[];

const EMPTY: ChatList = { chats: null, isFailed: false };
/** Delay of a reload, in milliseconds, so that several frames in a row cause one request. */
const RELOAD_DELAY_MS = 200;

export const $chatList = atom<ChatList>(EMPTY);

/** Requests by number: the last one sent, and the last one whose reply is applied. */
const requests = { sent: 0, applied: 0 };
/** Changes made since a request that is in flight: its reply may be older than they are. */
let pendingChanges: { afterRequest: number; change: (chats: Chats) => Chats }[] = [];
let reloadTimer: ReturnType<typeof setTimeout> | undefined;
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
 * Shows the list: hydrates it from the document unless one is loaded; fetches it when there is none or it may be stale.
 * Returns a function to call when the list is hidden.
 */
export function openChatList(chats: Chats | null): () => void {
  isOpen = true;
  if (chats && !$chatList.get().chats) $chatList.set({ chats, isFailed: false });
  else if (isStale || !$chatList.get().chats || !$isInSync.get()) void loadChats();
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

/** Shows a message as the last one of its chat, unless a newer one is shown. */
export function showLastMessage(userId: string, message: MessageView): void {
  if ($chatList.get().chats && !find(userId)) {
    reloadSoon();
    return;
  }
  changeChat(userId, (chat) => {
    if (Number(chat.lastMessage?.id ?? 0) >= Number(message.id)) return chat;
    const { id, content, createdAt } = message;
    const isUnread = message.senderId === userId && !message.isRead;
    return {
      ...chat,
      lastMessage: { id, content, createdAt },
      unreadCount: chat.unreadCount + Number(isUnread),
    };
  });
}

/** Shows the text of a message that was edited, where it is the last one of its chat. */
export function changeLastMessage(userId: string, { id, content, createdAt }: MessageView): void {
  changeChat(userId, (chat) =>
    chat.lastMessage?.id === id && chat.lastMessage.content !== content
      ? { ...chat, lastMessage: { id, content, createdAt } }
      : chat,
  );
}

/**
 * Replaces the last message of a chat after its deletion.
 * @param previous the message before it: null when there is none, undefined when it is not loaded
 */
export function removeLastMessage(
  userId: string,
  messageId: string,
  previous: MessageView | null | undefined,
): void {
  const isLast = ({ lastMessage }: ChatListItem) => lastMessage?.id === messageId;
  const isPreviousMissing = previous === undefined && (isLoading() || find(userId, isLast));
  if ($unread.get().unlisted > 0 || isPreviousMissing) {
    reloadSoon();
    return;
  }
  if (previous === undefined) return;
  changeChat(userId, (chat) => (isLast(chat) ? { ...chat, lastMessage: previous } : chat));
}

/** Removes the chat of a former connection. */
export function removeChat(userId: string): void {
  change((chats) =>
    chats.some((chat) => chat.userId === userId) ? chats.filter((chat) => chat.userId !== userId) : chats,
  );
}

/** Applies the viewer's own read mark to the count that is shown while `$unread` does not list all messages. */
export function markChatRead(userId: string, upTo: string | undefined): void {
  const isCovered = ({ lastMessage }: ChatListItem) =>
    upTo === undefined || Number(lastMessage?.id ?? 0) <= Number(upTo);
  if ($unread.get().unlisted > 0 && find(userId, (chat) => !isCovered(chat))) {
    reloadSoon();
    return;
  }
  changeChat(userId, (chat) => (isCovered(chat) ? { ...chat, unreadCount: 0 } : chat));
}

/** Shows how the member has marked a chat. */
export function setMarks({ userId, mutedUntil, archivedTo }: MarkedChat): void {
  changeChat(userId, (chat) => ({ ...chat, mutedUntil, archivedTo }));
}

/** Reloads the list after a delay, because the page lacks data, such as the name of a new connection. */
export function reloadSoon(): void {
  if (!$chatList.get().chats && !isLoading()) return;
  clearTimeout(reloadTimer);
  reloadTimer = setTimeout(() => void loadChats(), RELOAD_DELAY_MS);
}

/** Clears the list at log-out, and ignores the replies of requests in flight. */
export function resetChats(): void {
  clearTimeout(reloadTimer);
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

/** Returns the number of unread messages of a chat: the server's count while `$unread` does not list all of them, as of a muted chat. */
export function useUnreadFrom(chat: ChatListItem): number {
  const { userId, unreadCount } = chat;
  const { bySender, unlisted } = useStore($unread, { ssr: "initial" });
  return bySender && unlisted === 0 && !isMuted(chat) ? (bySender.get(userId)?.size ?? 0) : unreadCount;
}

const isLoading = () => requests.applied < requests.sent;

function find(userId: string, matches = (_: ChatListItem) => true): ChatListItem | undefined {
  return $chatList.get().chats?.find((chat) => chat.userId === userId && matches(chat));
}

function changeChat(userId: string, changeOne: (chat: ChatListItem) => ChatListItem): void {
  change((chats) => {
    const next = chats.map((chat) => (chat.userId === userId ? changeOne(chat) : chat));
    return next.some((chat, index) => chat !== chats[index]) ? next.sort(byLastMessage) : chats;
  });
}

function change(apply: (chats: Chats) => Chats): void {
  if (isLoading()) pendingChanges.push({ afterRequest: requests.sent, change: apply });
  const { chats, isFailed } = $chatList.get();
  if (!chats) return;
  const next = apply(chats);
  if (next !== chats) $chatList.set({ chats: next, isFailed });
}

/** The order of `GET /api/chat/connections`: latest message first, then by name. */
function byLastMessage(a: ChatListItem, b: ChatListItem): number {
  const names = [a, b].map(({ fullName, userId }) => `${fullName.toLowerCase()}\n${userId}`);
  const isBefore = (names[0] ?? "") < (names[1] ?? "");
  const [at, bt] = [a.lastMessage?.createdAt ?? "", b.lastMessage?.createdAt ?? ""];
  if (at !== bt) return at < bt ? 1 : -1;
  return Number(b.lastMessage?.id ?? 0) - Number(a.lastMessage?.id ?? 0) || (isBefore ? -1 : 1);
}
