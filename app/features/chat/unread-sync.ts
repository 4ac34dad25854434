import { atom } from "nanostores";
import { UNREAD_POLL_MS } from "~/contract/limits";
import { previewOf } from "~/contract/preview";
import { api } from "~/features/api/client";
import { setTabCount } from "~/features/session/tab-title";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { $isInSync } from "~/realtime/sync";
import { showToast } from "~/ui/toast-store";
import {
  $unreadCount,
  addUnread,
  comparePolledCount,
  confirmRead,
  dropPolledCount,
  isUnread,
  removeDeleted,
  removeRead,
  resendMarks,
  resetUnread,
  setConnected,
  setMuted,
  setUnread,
} from "./unread-store";

/** Older messages show no toast: they were sent while the page was not connected. */
const TOAST_MAX_AGE_MS = 15_000;

/** The rendered conversation's other member, and whether the end is in view; null when no conversation is rendered. */
export const $openConversation = atom<{ userId: string; isAtEnd: boolean } | null>(null);

let isPolling = false;

/** Polls the unread count; only while the tab is visible (docs/product.md#chat). */
async function pollUnread(): Promise<void> {
  // The browser may report that there is no network although there is one, so an open link outweighs it.
  const isOffline = !navigator.onLine && link.state !== "open";
  if (isPolling || isOffline || document.visibilityState !== "visible") return;
  isPolling = true;
  try {
    comparePolledCount((await api("GET /api/chat/unread")).count);
  } catch {
    // The next poll tries again.
  } finally {
    isPolling = false;
  }
}

/** Keeps the unread messages current, and shows a toast for a new one. Returns a function that stops it. */
export function subscribeUnread(memberId: string): () => void {
  // Toasts that wait for the first snapshot, which says which chats are muted; null after it.
  let early: (() => void)[] | null = [];
  const poll = () => void pollUnread();
  const timer = setInterval(poll, UNREAD_POLL_MS);
  document.addEventListener("visibilitychange", poll);
  poll();
  const stops = [
    $unreadCount.subscribe((count) => setTabCount("messages", count)),
    link.onOpen(resendMarks),
    $isInSync.listen((isInSync) => isInSync && dropPolledCount()),
    onFrame("unread", ({ messages }) => {
      setUnread(messages);
      for (const show of early ?? []) show();
      early = null;
    }),
    onFrame("chat_state", ({ userId, mutedUntil }) => setMuted(userId, mutedUntil)),
    onFrame("message", ({ id, senderId, senderUsername, content, createdAt, isRead }) => {
      if (senderId === memberId || isRead) return;
      const open = $openConversation.get();
      const isShown = open?.userId === senderId && document.visibilityState === "visible";
      // The message list marks it as read on the server once it is rendered.
      if (isShown && open.isAtEnd) return removeRead(senderId, id);
      const isOld = Date.now() - Date.parse(createdAt) > TOAST_MAX_AGE_MS;
      // Above the end of the list, a button counts it.
      if (!addUnread(id, senderId) || isShown || isOld) return;
      const show = () => {
        if (isUnread(id, senderId)) showToast({ title: senderUsername, text: previewOf(content) });
      };
      if (early) early.push(show);
      else show();
    }),
    onFrame("read", ({ userId, senderId, upTo }) => {
      if (userId === memberId) confirmRead(senderId, upTo);
    }),
    onFrame("message_deleted", ({ id, senderId }) => removeDeleted(id, senderId)),
    onFrame("connection_status", ({ fromUserId, toUserId, status }) => {
      const other = fromUserId === memberId ? toUserId : fromUserId;
      if (status === "accepted") setConnected(other, true);
      if (status === "disconnected") setConnected(other, false);
    }),
  ];
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", poll);
    for (const stop of stops) stop();
    resetUnread();
    setTabCount("messages", 0);
  };
}
