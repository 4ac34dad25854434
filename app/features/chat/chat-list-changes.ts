import type { ChatListItem, MarkedChat, MessageView } from "~/contract/chat";
import { isMuted } from "~/contract/chat-marks";
import { requestSync } from "~/realtime/sync";
import { $chatList, changeChats, clearChats, invalidateChat, isLoading, loadChats } from "./chat-list-store";
import { byLastMessage } from "./chat-order";
import { $unread } from "./unread-store";

/** Delay of a reload, in milliseconds, so that several frames in a row cause one request. */
const RELOAD_DELAY_MS = 200;

/** The longest delay of a timer: a longer one would end at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

let reloadTimer: ReturnType<typeof setTimeout> | undefined;
let muteTimer: ReturnType<typeof setTimeout> | undefined;

// At the end of a mute, shows the list again, and requests what was not counted until then.
$chatList.subscribe(({ chats }) => {
  clearTimeout(muteTimer);
  const ends = (chats ?? []).filter(isMuted).map(({ mutedUntil }) => Date.parse(mutedUntil ?? ""));
  const wait = Math.min(...ends) - Date.now();
  if (wait > TIMER_MAX_MS) return;
  muteTimer = setTimeout(() => {
    $chatList.set({ ...$chatList.get() });
    requestSync();
  }, wait);
});

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
  if (isCountedByServer(userId) || isPreviousMissing) {
    reloadChat(userId);
    return;
  }
  if (previous === undefined) return;
  changeChat(userId, (chat) => (isLast(chat) ? { ...chat, lastMessage: previous } : chat));
}

/** Removes the chat of a former connection. */
export function removeChat(userId: string): void {
  changeChats((chats) =>
    chats.some((chat) => chat.userId === userId) ? chats.filter((chat) => chat.userId !== userId) : chats,
  );
}

/** Applies the viewer's own read mark to the server's count. */
export function markChatRead(userId: string, upTo: string | undefined): void {
  const isCovered = ({ lastMessage }: ChatListItem) =>
    upTo === undefined || Number(lastMessage?.id ?? 0) <= Number(upTo);
  if (isCountedByServer(userId) && find(userId, (chat) => !isCovered(chat))) {
    reloadChat(userId);
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

/** Does the same when the page lacks data of a chat, which may be on a later page. */
function reloadChat(userId: string): void {
  invalidateChat(userId);
  reloadSoon();
}

/** Clears the list at log-out. */
export function resetChats(): void {
  clearTimeout(reloadTimer);
  clearChats();
}

/** Returns whether the list shows the server's count of a chat, so that a change of the count needs a request. */
const isCountedByServer = (userId: string) =>
  $unread.get().unlisted > 0 || find(userId, isMuted) !== undefined;

function find(userId: string, matches = (_: ChatListItem) => true): ChatListItem | undefined {
  return $chatList.get().chats?.find((chat) => chat.userId === userId && matches(chat));
}

function changeChat(userId: string, changeOne: (chat: ChatListItem) => ChatListItem): void {
  changeChats((chats) => {
    const next = chats.map((chat) => (chat.userId === userId ? changeOne(chat) : chat));
    return next.some((chat, index) => chat !== chats[index]) ? next.sort(byLastMessage) : chats;
  });
}
