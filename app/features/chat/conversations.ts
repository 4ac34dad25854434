import { useStore } from "@nanostores/react";
import { map } from "nanostores";
import { useContext, useMemo } from "react";
import type { ChatStart, MessageView } from "~/contract/chat";
import { PAGE_LIMIT_MAX, SYNC_HELD_MAX } from "~/contract/limits";
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

/** The visible conversation, which is refetched at once when it becomes stale. */
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

/** Loads the newest messages with a member; loaded messages stay visible during the request. */
export async function loadConversation(userId: string): Promise<void> {
  const before = $conversations.get()[userId];
  if (before?.phase === "ready") change(userId, () => ({ isStale: false }));
  else $conversations.setKey(userId, LOADING);
  // A loaded message that the reply lacks counts as deleted.
  requestFreshReads();
  try {
    const { items, next } = await apiPage("GET /api/chat/messages/{userId}", {
      params: { userId },
      query: { limit: PAGE_LIMIT_MAX },
    });
    change(userId, ({ phase, messages, completeTo, checkTo }) => {
      const isJoined = next === null || Number(items.at(-1)?.id ?? 0) <= completeTo;
      const isComplete = { phase: "ready", completeTo: Number.POSITIVE_INFINITY } as const;
      if (phase === "ready" && isJoined)
        return { ...isComplete, messages: refresh(messages, items, checkTo) };
      // There is no loaded message, or a gap before the page: keeps only messages that are newer than the page.
      const newer = messages.filter(({ id }) => Number(id) > Number(items[0]?.id ?? 0));
      return { ...isComplete, messages: merge(newer, items), older: next };
    });
  } catch {
    change(userId, ({ phase }) => (phase === "ready" ? { isStale: true } : { phase: "failed" }));
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
    change(userId, ({ messages }) => ({ messages: merge(messages, items), older: next }));
  } finally {
    loadingOlder.delete(request);
  }
}

/** Adds messages to a loaded conversation. */
export function addMessages(userId: string, messages: readonly MessageView[]): void {
  change(userId, (conversation) => ({ messages: merge(conversation.messages, messages) }));
}

/** Removes a deleted message from a loaded conversation. */
export function removeMessage(userId: string, messageId: string): void {
  change(userId, ({ messages }) => ({ messages: messages.filter(({ id }) => id !== messageId) }));
}

/** Shows the present state of a message, where it is loaded. */
export function updateMessage(userId: string, messageId: string): void {
  change(userId, ({ messages }) => ({
    messages: messages.map((message) => (message.id === messageId ? currentOf(message) : message)),
  }));
}

/** Marks the messages of one of the two members as read, up to an id or all of them. */
export function markMessagesRead(userId: string, senderId: string, upTo: string | undefined): void {
  const last = upTo === undefined ? Number.POSITIVE_INFINITY : Number(upTo);
  const isMarked = (message: MessageView) =>
    message.senderId === senderId && !message.isRead && Number(message.id) <= last;
  change(userId, ({ messages }) => ({
    messages: messages.map((message) => (isMarked(message) ? { ...message, isRead: true } : message)),
  }));
}

/** Returns the newest message of a conversation: null when it has none, undefined when it is not loaded. */
export function newestMessage(userId: string): MessageView | null | undefined {
  const conversation = $conversations.get()[userId];
  if (conversation?.phase !== "ready" || conversation.isStale) return undefined;
  return conversation.messages.at(-1) ?? (conversation.older === null ? null : undefined);
}

/**
 * Records the newest loaded message of each conversation when the link opens.
 * @param hasGap no sync fills the gap between these messages and the live ones
 */
export function recordNewestMessages(hasGap: boolean): void {
  for (const [userId, { messages, completeTo }] of Object.entries($conversations.get())) {
    const newest = Number(messages.at(-1)?.id ?? 0);
    change(userId, () => ({ checkTo: newest, completeTo: hasGap ? newest : completeTo }));
  }
}

/** Returns the id of the oldest loaded or quoted message of each conversation, for those opened last. */
export function oldestMessages(): Record<string, string> {
  const held = Object.entries($conversations.get()).flatMap(([userId, { phase, messages }]) => {
    const ids = messages.flatMap(({ id, replyTo }) =>
      replyTo ? [Number(id), Number(replyTo.id)] : [Number(id)],
    );
    const oldest = ids.reduce((first, id) => Math.min(first, id), Number.POSITIVE_INFINITY);
    return phase === "ready" && ids.length > 0 ? [[userId, String(oldest)] as const] : [];
  });
  return Object.fromEntries(held.slice(-SYNC_HELD_MAX));
}

/**
 * Invalidates the conversations that a sync has not brought up to date: refetches the open one now, the others when they are
 * opened.
 * @param current the other members of those that it has
 */
export function invalidateConversations(current: readonly string[]): void {
  for (const userId of Object.keys($conversations.get())) {
    if (!current.includes(userId)) change(userId, () => ({ isStale: true }));
  }
  if (openUserId && $conversations.get()[openUserId]?.isStale !== false) void loadConversation(openUserId);
}

/** Clears all conversations: at log-out, and on a page that has been away for too long. The next sync loads the open one. */
export function resetConversations(): void {
  $conversations.set({});
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

function change(userId: string, apply: (conversation: Conversation) => Partial<Conversation>): void {
  const conversation = $conversations.get()[userId];
  if (conversation) $conversations.setKey(userId, { ...conversation, ...apply(conversation) });
}
