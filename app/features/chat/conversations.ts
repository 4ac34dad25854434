import { useStore } from "@nanostores/react";
import { map } from "nanostores";
import { useContext, useMemo } from "react";
import type { ChatStart, MessageView } from "~/contract/chat";
import { PAGE_LIMIT_MAX } from "~/contract/limits";
import { apiPage } from "~/features/api/client";
import { requestFreshReads } from "~/realtime/fresh-reads";
import { currentOf } from "./changed-messages";
import { ChatStartContext } from "./chat-start";
import { isDeleted } from "./deleted-messages";

export interface Conversation {
  phase: "loading" | "ready" | "failed";
  /** Ascending by id, which is the order in which they were stored. */
  messages: readonly MessageView[];
  /** The cursor of older messages; null when there are none. */
  older: string | null;
  /** Deletions and read marks may be missing: the conversation is refetched when it is opened. */
  isStale: boolean;
  /** Up to this id no message is missing between the loaded ones. */
  completeTo: number;
  /** The newest message before the link was last opened: if it is not on the newest page, it was deleted. */
  checkTo: number;
}

const LOADING: Conversation = {
  phase: "loading",
  messages: [],
  older: null,
  isStale: false,
  completeTo: Number.POSITIVE_INFINITY,
  checkTo: 0,
};

/** Conversations that were opened, by the other member's id. */
export const $conversations = map<Record<string, Conversation>>({});

/** The visible conversation. */
let openUserId: string | null = null;
/** Pages in flight: scrolling requests the same page many times. */
const loadingOlder = new Set<string>();

/** Merges messages by id; a message in `more` replaces the loaded one. Deleted messages are left out. */
export function merge(loaded: readonly MessageView[], more: readonly MessageView[]): MessageView[] {
  const byId = new Map([...loaded, ...more].map((message) => [message.id, currentOf(message)]));
  return [...byId.values()].filter(({ id }) => !isDeleted(id)).sort((a, b) => Number(a.id) - Number(b.id));
}

/**
 * Applies the newest page: within its id range, and from there up to `checkTo`, the page wins; messages missing from it
 * were deleted. Newer messages arrived after the page was read.
 */
export function refresh(
  loaded: readonly MessageView[],
  newest: readonly MessageView[],
  checkTo = 0,
): MessageView[] {
  const first = Number(newest.at(-1)?.id ?? 0);
  const last = Math.max(Number(newest[0]?.id ?? 0), checkTo);
  const outside = loaded.filter(({ id }) => Number(id) < first || Number(id) > last);
  return merge(outside, newest);
}

/** Stores the conversation that the document was rendered with, unless it is loaded. */
export function hydrateConversation(open: NonNullable<ChatStart["open"]>): void {
  if (!$conversations.get()[open.userId]) $conversations.setKey(open.userId, conversationOf(open));
}

/** Shows a conversation, and loads it when it is not loaded or stale. Returns a function to call when it is hidden. */
export function openConversation(userId: string): () => void {
  openUserId = userId;
  const conversation = $conversations.get()[userId];
  if (conversation?.phase !== "ready" || conversation.isStale) void loadConversation(userId);
  return () => {
    openUserId = null;
  };
}

/** Refetches the visible conversation when it is stale. */
export function refetchOpenConversation(): void {
  if (openUserId && $conversations.get()[openUserId]?.isStale !== false) void loadConversation(openUserId);
}

/** Loads the newest messages with a member; loaded messages stay visible during the request. */
export async function loadConversation(userId: string): Promise<void> {
  const before = $conversations.get()[userId];
  if (before?.phase === "ready") changeConversation(userId, () => ({ isStale: false }));
  else $conversations.setKey(userId, LOADING);
  // A loaded message that the reply lacks counts as deleted.
  requestFreshReads();
  try {
    const { items, next } = await apiPage("GET /api/chat/messages/{userId}", {
      params: { userId },
      query: { limit: PAGE_LIMIT_MAX },
    });
    changeConversation(userId, ({ phase, messages, completeTo, checkTo }) => {
      const isJoined = next === null || Number(items.at(-1)?.id ?? 0) <= completeTo;
      const isComplete = { phase: "ready", completeTo: Number.POSITIVE_INFINITY } as const;
      if (phase === "ready" && isJoined)
        return { ...isComplete, messages: refresh(messages, items, checkTo) };
      // There is no loaded message, or a gap before the page: keeps only messages that are newer than the page.
      const newer = messages.filter(({ id }) => Number(id) > Number(items[0]?.id ?? 0));
      return { ...isComplete, messages: merge(newer, items), older: next };
    });
  } catch {
    changeConversation(userId, ({ phase }) => (phase === "ready" ? { isStale: true } : { phase: "failed" }));
  }
}

/** Loads the page before the oldest loaded message. @throws as `apiPage` does */
export async function loadOlder(userId: string): Promise<void> {
  const cursor = $conversations.get()[userId]?.older;
  const request = `${userId} ${cursor}`;
  if (!cursor || loadingOlder.has(request)) return;
  loadingOlder.add(request);
  try {
    const { items, next } = await apiPage("GET /api/chat/messages/{userId}", {
      params: { userId },
      query: { limit: PAGE_LIMIT_MAX, cursor },
    });
    changeConversation(userId, ({ messages }) => ({ messages: merge(messages, items), older: next }));
  } finally {
    loadingOlder.delete(request);
  }
}

/** Returns a conversation: the document's during hydration, then the store's. */
export function useConversation(userId: string): Conversation {
  const open = useContext(ChatStartContext)?.open;
  const initial = useMemo(() => (open?.userId === userId ? conversationOf(open) : LOADING), [open, userId]);
  return useStore($conversations, { keys: [userId], ssr: "initial" })[userId] ?? initial;
}

function conversationOf({ messages, next }: NonNullable<ChatStart["open"]>): Conversation {
  return { ...LOADING, phase: "ready", messages: messages.toReversed(), older: next };
}

/** Changes a conversation, if it was opened. */
export function changeConversation(
  userId: string,
  apply: (conversation: Conversation) => Partial<Conversation>,
): void {
  const conversation = $conversations.get()[userId];
  if (conversation) $conversations.setKey(userId, { ...conversation, ...apply(conversation) });
}
