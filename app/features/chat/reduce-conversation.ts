import type { MessageView } from "~/contract/chat";

/** The messages with one member, as far as the page has them, and what frames have said about those that come later. */
export interface Conversation {
  /** `unopened`: no page of it was requested, and its messages are not kept. */
  phase: "unopened" | "loading" | "ready" | "failed";
  /** Ascending by id, which is the order in which they were stored. */
  messages: readonly MessageView[];
  /** The cursor of older messages; null when there are none. */
  older: string | null;
  /** Deletions and read marks may be missing: the conversation is refetched when it is opened. */
  isStale: boolean;
  /** The number of the link's opening that the pages have to be requested after. */
  connection: number;
  /** The id that the oldest loaded page begins at: 0 when that has the first message. */
  completeFrom: number;
  /** The newest id of the newest page: up to it no message is missing between the loaded ones. */
  completeTo: number;
  /** The newest message when the link was last opened: if it is not on the newest page, it was deleted. */
  checkTo: number;
  /** The newest known state of the messages that have changed, by id, whether they are loaded or not. */
  changed: ReadonlyMap<string, MessageView>;
  /** Tombstones: the ids of the deleted messages, whether they were loaded or not. */
  deleted: ReadonlySet<string>;
  /** The id of the last read message, by sender. */
  readTo: Readonly<Record<string, number>>;
}

export const UNOPENED: Conversation = {
  phase: "unopened",
  messages: [],
  older: null,
  isStale: false,
  connection: 0,
  completeFrom: 0,
  completeTo: 0,
  checkTo: 0,
  changed: new Map(),
  deleted: new Set(),
  readTo: {},
};

/** A reply with messages, newest first. */
interface Page {
  items: readonly MessageView[];
  next: string | null;
  /** That of the conversation when the page was requested. */
  connection: number;
}

export type ConversationEvent =
  /** The newest page is requested; loaded messages stay visible. */
  | { type: "requested" }
  | { type: "request_failed" }
  | ({ type: "newest_page" } & Page)
  /** The page that was requested with a cursor, the `older` of then. */
  | ({ type: "older_page"; cursor: string } & Page)
  | { type: "messages"; messages: readonly MessageView[] }
  | { type: "message_changed"; message: MessageView }
  | { type: "message_deleted"; id: string }
  /** The messages of one of the two members are read: up to an id, or all that are loaded. */
  | { type: "read"; senderId: string; upTo: string | undefined }
  /** The link is open again. */
  | { type: "connected"; connection: number }
  /** A sync has not brought the messages up to date. */
  | { type: "invalidated" }
  /** The page was away for so long that the messages are loaded anew. */
  | { type: "forgotten" };

/**
 * Returns the conversation after an event; the same object when nothing changes. Frames, pages and replies may
 * arrive twice and in any order: a message's greater version wins, and deletions and read marks stay.
 */
export function reduceConversation(state: Conversation, event: ConversationEvent): Conversation {
  switch (event.type) {
    case "requested":
      return state.phase === "ready" ? state : { ...state, phase: "loading" };
    case "request_failed":
      if (state.phase === "unopened") return state;
      return state.phase === "ready" ? { ...state, isStale: true } : { ...state, phase: "failed" };
    case "newest_page":
      return isCurrent(state, event) ? withNewestPage(state, event) : state;
    case "older_page":
      // Otherwise a newest page has replaced the messages that it precedes.
      if (!isCurrent(state, event) || event.cursor !== state.older) return state;
      return {
        ...state,
        completeFrom: firstOf(event),
        messages: insert(state, state.messages, event.items),
        older: event.next,
      };
    case "messages": {
      if (state.phase === "unopened") return state;
      // An earlier message, whose frame is late, comes with its page.
      const inRange = event.messages.filter(({ id }) => Number(id) >= state.completeFrom);
      return { ...state, messages: insert(state, state.messages, inRange) };
    }
    case "message_changed":
      return withChange(state, event.message);
    case "message_deleted": {
      const messages = state.messages.filter(({ id }) => id !== event.id);
      return { ...state, messages, deleted: new Set(state.deleted).add(event.id) };
    }
    case "read": {
      const upTo = event.upTo === undefined ? newestId(state) : Number(event.upTo);
      const last = Math.max(upTo, state.readTo[event.senderId] ?? 0);
      const readTo = { ...state.readTo, [event.senderId]: last };
      return { ...state, readTo, messages: state.messages.map((message) => marked(message, readTo)) };
    }
    case "connected":
      return { ...state, connection: event.connection, checkTo: newestId(state) };
    case "invalidated":
      return { ...state, isStale: true };
    case "forgotten": {
      const { changed, deleted, readTo, connection } = state;
      const phase = state.phase === "unopened" ? "unopened" : "loading";
      return { ...UNOPENED, phase, changed, deleted, readTo, connection };
    }
  }
}

/** Returns the present text of the message that a reply answers; null when it was deleted. */
export function quotedText(
  { changed, deleted }: Conversation,
  { id, original }: NonNullable<MessageView["replyTo"]>,
): string | null {
  return deleted.has(id) ? null : original && (changed.get(id)?.content ?? original.content);
}

/** A page from before the last opening of the link may have messages whose changes no sync reports, and lack others. */
const isCurrent = (state: Conversation, page: Page) => page.connection === state.connection;

/**
 * Within its id range and up to `checkTo`, the newest page wins: messages missing from it were deleted. Newer
 * messages arrived after the page was read.
 */
function withNewestPage(state: Conversation, page: Page): Conversation {
  const { items, next } = page;
  const first = firstOf(page);
  const newest = Number(items[0]?.id ?? 0);
  const last = Math.max(newest, state.checkTo);
  // Otherwise there is no loaded message, or there may be a gap before the page.
  const isJoined = state.phase === "ready" && first <= state.completeTo;
  const kept = state.messages.filter(({ id }) => Number(id) > last || (isJoined && Number(id) < first));
  return {
    ...state,
    phase: "ready",
    isStale: false,
    completeFrom: isJoined ? Math.min(first, state.completeFrom) : first,
    completeTo: newest,
    messages: insert(state, kept, items),
    older: isJoined && next !== null ? state.older : next,
  };
}

/** Applies another state of a message: where it is loaded, and where it is loaded or quoted later. */
function withChange(state: Conversation, message: MessageView): Conversation {
  if (state.deleted.has(message.id)) return state;
  const newest = newerOf(state.changed.get(message.id), message);
  const messages = state.messages.map((loaded) =>
    loaded.id === message.id ? newerOf(loaded, newest) : loaded,
  );
  return { ...state, messages, changed: new Map(state.changed).set(message.id, newest) };
}

/** Returns `kept` and `more` by id, each message in its newest known state, without the deleted ones. */
function insert(
  { messages, changed, deleted, readTo }: Conversation,
  kept: readonly MessageView[],
  more: readonly MessageView[],
): MessageView[] {
  const known = new Map([...changed, ...messages.map((message) => [message.id, message] as const)]);
  const current = more.map((message) => marked(newerOf(known.get(message.id), message), readTo));
  const byId = new Map([...kept, ...current].map((message) => [message.id, message]));
  return [...byId.values()].filter(({ id }) => !deleted.has(id)).sort((a, b) => Number(a.id) - Number(b.id));
}

/** Returns the newer of two states of a message, of equal ones the second. A read message stays read. */
function newerOf(known: MessageView | undefined, other: MessageView): MessageView {
  if (!known) return other;
  const newer = (known.version ?? 0) > (other.version ?? 0) ? known : other;
  return newer.isRead || !known.isRead === !other.isRead ? newer : { ...newer, isRead: true };
}

function marked(message: MessageView, readTo: Conversation["readTo"]): MessageView {
  const isRead = message.isRead || Number(message.id) <= (readTo[message.senderId] ?? 0);
  return isRead === message.isRead ? message : { ...message, isRead };
}

/** Returns the id that a page begins at: 0 for the last one, which has the first message. */
const firstOf = ({ items, next }: Page): number => (next === null ? 0 : Number(items.at(-1)?.id ?? 0));

const newestId = ({ messages }: Conversation): number => Number(messages.at(-1)?.id ?? 0);
