import { useSyncExternalStore } from "react";
import { UNREAD_POLL_MS } from "~/contract/limits";
import { previewOf } from "~/contract/preview";
import { getJson } from "~/features/api/json";
import { setTabCount } from "~/features/session/tab-title";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { showToast } from "~/ui/toast-store";

/** Older messages come from catching up: they are counted, not announced. */
const NEWS_MS = 15_000;

let unread = 0;
let isChecking = false;
const listeners = new Set<() => void>();
/** The conversation on the screen, by its member. */
let shown: string | null = null;

/** Says which conversation is on the screen; its messages need no toast. */
export function showsConversation(userId: string | null): void {
  shown = userId;
}

function become(count: number): void {
  if (count === unread) return;
  unread = count;
  setTabCount("messages", unread);
  for (const listener of listeners) listener();
}

/** Asks how many messages wait, if anybody looks: a hidden tab asks nothing. */
export async function countUnread(): Promise<void> {
  if (isChecking || !navigator.onLine || document.visibilityState !== "visible") return;
  isChecking = true;
  try {
    become((await getJson<{ count: number }>("/api/chat/unread")).count);
  } catch {
    // The next turn asks again.
  } finally {
    isChecking = false;
  }
}

/** Keeps the count current for a member, and tells of messages that come while they are elsewhere. Call what it returns to stop. */
export function followMessages(memberId: string): () => void {
  const look = () => void countUnread();
  const timer = setInterval(look, UNREAD_POLL_MS);
  document.addEventListener("visibilitychange", look);
  look();
  const stops = [
    link.onOpen(look),
    onFrame("message", ({ senderId, senderUsername, content, createdAt }) => {
      if (senderId === memberId) return;
      look();
      const isSeen = shown === senderId && document.visibilityState === "visible";
      if (isSeen || Date.now() - Date.parse(createdAt) > NEWS_MS) return;
      showToast({ title: senderUsername, text: previewOf(content) });
    }),
    onFrame("read", ({ userId }) => {
      if (userId === memberId) look();
    }),
    onFrame("message_deleted", look),
  ];
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    for (const stop of stops) stop();
    become(0);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many messages wait for the viewer, counted up to 100. */
export function useUnreadMessages(): number {
  return useSyncExternalStore(
    subscribe,
    () => unread,
    () => 0,
  );
}
