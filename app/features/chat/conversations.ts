import { useStore } from "@nanostores/react";
import { map } from "nanostores";
import { useContext, useMemo } from "react";
import type { ChatStart } from "~/contract/chat";
import { PAGE_LIMIT_MAX } from "~/contract/limits";
import { apiPage } from "~/features/api/client";
import { requestFreshReads } from "~/realtime/fresh-reads";
import { ChatStartContext } from "./chat-start";
import {
  type Conversation,
  type ConversationEvent,
  reduceConversation,
  UNOPENED,
} from "./reduce-conversation";

/** The conversations that events have reached, by the other member's id. */
export const $conversations = map<Record<string, Conversation>>({});

/** Incremented by each opening of the link, and by a log-out. */
let connection = 0;
/** The visible conversation. */
let openUserId: string | null = null;
/** Pages in flight, by member and cursor: scrolling requests the same page many times. */
const inFlight = new Map<string, ReturnType<typeof fetchCurrentPage>>();

const conversationOf = (userId: string): Conversation =>
  $conversations.get()[userId] ?? { ...UNOPENED, connection };

/** Applies an event to a conversation. Returns the new state. */
export function changeConversation(userId: string, event: ConversationEvent): Conversation {
  const before = conversationOf(userId);
  const next = reduceConversation(before, event);
  if (next !== before) $conversations.setKey(userId, next);
  return next;
}

/** Stores the conversation that the document was rendered with, unless it is loaded. */
export function hydrateConversation(open: NonNullable<ChatStart["open"]>): void {
  if (conversationOf(open.userId).phase === "unopened")
    changeConversation(open.userId, pageOf(open, connection));
}

/** Shows a conversation, and loads it when it is not loaded or stale. Returns a function to call when it is hidden. */
export function openConversation(userId: string): () => void {
  openUserId = userId;
  const { phase, isStale } = conversationOf(userId);
  if (phase !== "ready" || isStale) void loadConversation(userId);
  return () => {
    openUserId = null;
  };
}

/** Loads the newest messages with a member; loaded messages stay visible during the request. */
export async function loadConversation(userId: string): Promise<void> {
  changeConversation(userId, { type: "requested" });
  try {
    changeConversation(userId, { type: "newest_page", ...(await fetchPage(userId, null)) });
  } catch {
    changeConversation(userId, { type: "request_failed" });
  }
}

/** Loads the page before the oldest loaded message. @throws as `apiPage` does */
export async function loadOlder(userId: string): Promise<void> {
  const cursor = conversationOf(userId).older;
  if (!cursor) return;
  changeConversation(userId, { type: "older_page", cursor, ...(await fetchPage(userId, cursor)) });
}

/** Fetches a page; one that is in flight is not requested twice. */
function fetchPage(userId: string, cursor: string | null) {
  const request = `${userId} ${cursor}`;
  const page =
    inFlight.get(request) ?? fetchCurrentPage(userId, cursor).finally(() => inFlight.delete(request));
  inFlight.set(request, page);
  return page;
}

/** Fetches a page, and again while the link was opened during the request. */
async function fetchCurrentPage(userId: string, cursor: string | null) {
  for (;;) {
    const { connection } = conversationOf(userId);
    // A loaded message that the newest page lacks counts as deleted.
    if (!cursor) requestFreshReads();
    const page = await apiPage("GET /api/chat/messages/{userId}", {
      params: { userId },
      query: { limit: PAGE_LIMIT_MAX, ...(cursor ? { cursor } : {}) },
    });
    const after = $conversations.get()[userId];
    // Without any, the member has logged out.
    if (!after || after.connection === connection) return { ...page, connection };
  }
}

/** Returns a conversation: the document's during hydration, then the store's. */
export function useConversation(userId: string): Conversation {
  const open = useContext(ChatStartContext)?.open;
  const initial = useMemo(() => {
    const event = open?.userId === userId ? pageOf(open, 0) : ({ type: "requested" } as const);
    return reduceConversation(UNOPENED, event);
  }, [open, userId]);
  const stored = useStore($conversations, { keys: [userId], ssr: "initial" })[userId];
  return stored && stored.phase !== "unopened" ? stored : initial;
}

const pageOf = ({ messages, next }: NonNullable<ChatStart["open"]>, connection: number) =>
  ({ type: "newest_page", items: messages, next, connection }) as const;

/**
 * Applies an opening of the link to all conversations.
 * @param isForgotten the page was away for too long: the next sync loads the open conversation
 */
export function connectConversations(isForgotten: boolean): void {
  connection += 1;
  for (const userId of Object.keys($conversations.get())) {
    if (isForgotten) changeConversation(userId, { type: "forgotten" });
    changeConversation(userId, { type: "connected", connection });
  }
}

/**
 * Invalidates the conversations that a sync left out of date. Refetches the open one now, others when opened.
 * @param current the other members of the conversations that are up to date
 */
export function invalidateConversations(current: readonly string[]): void {
  for (const userId of Object.keys($conversations.get())) {
    if (!current.includes(userId)) changeConversation(userId, { type: "invalidated" });
  }
  if (openUserId && conversationOf(openUserId).isStale) void loadConversation(openUserId);
}

/** Clears all conversations at log-out, and ignores the replies of requests in flight. */
export function resetConversations(): void {
  connection += 1;
  $conversations.set({});
}
