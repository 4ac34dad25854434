import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import type { ChatListItem, ChatStart, MessageView } from "~/contract/chat";
import { PAGE_LIMIT_MAX } from "~/contract/limits";
import { getJson, getPage } from "~/features/api/json";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";

export interface Conversation {
  phase: "loading" | "ready" | "failed";
  /** In the order in which they were stored. */
  messages: readonly MessageView[];
  /** Where older ones are; null when there are none. */
  older: string | null;
}

interface Known {
  chats: readonly ChatListItem[] | null;
  chatsFailed: boolean;
  conversations: ReadonlyMap<string, Conversation>;
  /** Members who are typing to the viewer. */
  typing: ReadonlySet<string>;
}

/** Without another word, somebody has stopped typing. */
const TYPING_MS = 5000;
const SETTLE_MS = 200;
/** What comes within a frame's time is shown together: a thousand that were missed are not a thousand pictures. */
const TOGETHER_MS = 16;

const nothing: Known = { chats: null, chatsFailed: false, conversations: new Map(), typing: new Set() };
const starting: Conversation = { phase: "loading", messages: [], older: null };
let known = nothing;
let viewerId: string | null = null;
/** Everything up to this message has been answered by `sync`; what is told live does not move it, for it may have gaps. */
let syncedTo: string | null = null;
const listeners = new Set<() => void>();
const typingTimers = new Map<string, ReturnType<typeof setTimeout>>();
/** Pages that are on their way: a scroll asks for one many times. */
const loadingOlder = new Set<string>();
/** The list of chats, by the order in which it was asked for: the last question, and the last whose answer is known. */
const list = { asked: 0, known: 0 };
let reloading: ReturnType<typeof setTimeout> | undefined;
/** Where each conversation ended when the link opened: what is told from then on may have a gap before it. */
let wholeTo: ReadonlyMap<string, number> = new Map();
/** Messages that came and are not in their places yet. */
let arrived: MessageView[] = [];
let placing: ReturnType<typeof setTimeout> | undefined;

function become(next: Partial<Known>): void {
  known = { ...known, ...next };
  for (const listener of listeners) listener();
}

function change(userId: string, change: (was: Conversation) => Conversation): void {
  const was = known.conversations.get(userId);
  if (was) become({ conversations: new Map(known.conversations).set(userId, change(was)) });
}

/** Puts messages in their places; one that is known is replaced. */
export function merge(known: readonly MessageView[], more: readonly MessageView[]): MessageView[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => Number(a.id) - Number(b.id));
}

/** What a server page says about its own stretch is the truth: what is missing there has been taken back. */
export function refresh(known: readonly MessageView[], newest: readonly MessageView[]): MessageView[] {
  const first = Number(newest.at(-1)?.id ?? Number.POSITIVE_INFINITY);
  const last = Number(newest[0]?.id ?? 0);
  return merge(
    known.filter(({ id }) => Number(id) < first || Number(id) > last),
    newest,
  );
}

/** Loads the list of chats again. */
export async function loadChats(): Promise<void> {
  list.asked += 1;
  const turn = list.asked;
  const chats = await getJson<ChatListItem[]>("/api/chat/connections").catch(() => null);
  // A later question has been answered, or nobody is followed any more.
  if (turn <= list.known) return;
  list.known = turn;
  become(chats ? { chats, chatsFailed: false } : { chatsFailed: true });
}

/** The same for a list that several frames in a row have changed. */
function reloadSoon(): void {
  if (!known.chats) return;
  clearTimeout(reloading);
  reloading = setTimeout(() => void loadChats(), SETTLE_MS);
}

/** What the document came with, as the store has it. */
function knownOf({ chats, open }: ChatStart): Known {
  const conversations = new Map<string, Conversation>();
  if (open) {
    const { userId, messages, next } = open;
    const older = next && `${pageAddress(userId)}&cursor=${encodeURIComponent(next)}`;
    conversations.set(userId, { phase: "ready", messages: messages.toReversed(), older });
  }
  return { ...nothing, chats, conversations };
}

/** Goes on from what the document came with, unless more is known; else asks for the list. */
export function startFrom(start: ChatStart | null): void {
  if (!start) void loadChats();
  else if (!known.chats) become({ ...knownOf(start), typing: known.typing });
}

const pageAddress = (userId: string) => `/api/chat/messages/${userId}?limit=${PAGE_LIMIT_MAX}`;

/** Sees to it that a conversation is known; one that is, the channel keeps current. */
export function openConversation(userId: string): void {
  if (known.conversations.get(userId)?.phase !== "ready") void loadConversation(userId);
}

/**
 * Loads the newest messages with a member; those known stay on the screen meanwhile.
 * @param wholeTo up to this id nothing is missing between the known ones
 */
export async function loadConversation(userId: string, wholeTo = 0): Promise<void> {
  if (!known.conversations.has(userId) || known.conversations.get(userId)?.phase === "failed") {
    become({ conversations: new Map(known.conversations).set(userId, starting) });
  }
  try {
    const { items, next } = await getPage<MessageView>(pageAddress(userId));
    change(userId, (was) => {
      const isJoined = next === null || Number(items.at(-1)?.id ?? 0) <= wholeTo;
      if (was.phase === "ready" && isJoined) return { ...was, messages: refresh(was.messages, items) };
      // Too much was missed to go on from, or nothing is known yet but what was told while this was loading.
      const told = was.messages.filter(({ id }) => Number(id) > Number(items[0]?.id ?? 0));
      return { phase: "ready", messages: merge(told, items), older: next };
    });
  } catch {
    change(userId, (was) => (was.phase === "ready" ? was : { ...was, phase: "failed" }));
  }
}

export async function loadOlder(userId: string): Promise<void> {
  const older = known.conversations.get(userId)?.older;
  if (!older || loadingOlder.has(older)) return;
  loadingOlder.add(older);
  try {
    const { items, next } = await getPage<MessageView>(older);
    change(userId, (was) => ({ ...was, messages: merge(was.messages, items), older: next }));
  } finally {
    loadingOlder.delete(older);
  }
}

function stopTyping(userId: string): void {
  clearTimeout(typingTimers.get(userId));
  if (!known.typing.has(userId)) return;
  become({ typing: new Set([...known.typing].filter((id) => id !== userId)) });
}

const otherOf = ({ senderId, receiverId }: { senderId: string; receiverId: string }) =>
  senderId === viewerId ? receiverId : senderId;

/** Puts what has arrived in its places. */
function placeArrived(): void {
  clearTimeout(placing);
  placing = undefined;
  if (arrived.length === 0) return;
  const all = arrived;
  arrived = [];
  for (const other of new Set(all.map(otherOf))) {
    const messages = all.filter((one) => otherOf(one) === other);
    if (messages.some(({ senderId }) => senderId === other)) stopTyping(other);
    change(other, (was) => ({ ...was, messages: merge(was.messages, messages) }));
  }
  reloadSoon();
}

/** Marks what the viewer or the other one has read. */
function markRead(userId: string, senderId: string, upTo: string | undefined): void {
  const last = upTo === undefined ? Number.POSITIVE_INFINITY : Number(upTo);
  const isMeant = (one: MessageView) => one.senderId === senderId && !one.isRead && Number(one.id) <= last;
  change(senderId === viewerId ? userId : senderId, (was) => ({
    ...was,
    messages: was.messages.map((one) => (isMeant(one) ? { ...one, isRead: true } : one)),
  }));
}

/** Follows the channel for a member; call what it returns to stop. */
export function followChat(memberId: string): () => void {
  viewerId = memberId;
  const stops = [
    link.onOpen(() => {
      placeArrived();
      wholeTo = new Map(
        [...known.conversations].map(([id, { messages }]) => [id, Number(messages.at(-1)?.id ?? 0)]),
      );
      link.send({ type: "sync", payload: { after: syncedTo } });
      if (known.chats) void loadChats();
    }),
    onFrame("synced", ({ after, more }) => {
      placeArrived();
      const isFilled = syncedTo !== null;
      syncedTo = after;
      if (more) return void link.send({ type: "sync", payload: { after } });
      // What was read or taken back meanwhile, no `sync` tells. Only now, so that no page comes between the messages that were missed.
      for (const userId of known.conversations.keys()) {
        const end = isFilled ? undefined : wholeTo.get(userId);
        void loadConversation(userId, end ?? Number.POSITIVE_INFINITY);
      }
    }),
    onFrame("message", ({ senderUsername, receiverUsername, timestamp, clientId, ...message }) => {
      arrived.push(message);
      // One's own takes the place of the one that waited, at once.
      if (message.senderId === memberId) placeArrived();
      else placing ??= setTimeout(placeArrived, TOGETHER_MS);
    }),
    onFrame("message_deleted", (gone) => {
      placeArrived();
      change(otherOf(gone), (was) => ({ ...was, messages: was.messages.filter(({ id }) => id !== gone.id) }));
      reloadSoon();
    }),
    onFrame("read", ({ userId, senderId, upTo }) => {
      placeArrived();
      markRead(userId, senderId, upTo);
      reloadSoon();
    }),
    onFrame("typing", ({ userId, isTyping }) => {
      stopTyping(userId);
      if (isTyping === false) return;
      become({ typing: new Set(known.typing).add(userId) });
      typingTimers.set(
        userId,
        setTimeout(() => stopTyping(userId), TYPING_MS),
      );
    }),
    onFrame("connection_status", reloadSoon),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(reloading);
    clearTimeout(placing);
    placing = undefined;
    arrived = [];
    viewerId = null;
    syncedTo = null;
    list.known = list.asked;
    become(nothing);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All that is known of the viewer's conversations now. */
export const readChat = (): Known => known;

/** What the document came with, for all that is shown before the store knows it too; null for a page without a document. */
export const ChatStartContext = createContext<ChatStart | null>(null);

/** All that is known of the viewer's conversations, kept current. */
export function useChat(): Known {
  const start = useContext(ChatStartContext);
  const atFirst = useMemo(() => start && knownOf(start), [start]);
  const now = useSyncExternalStore(subscribe, readChat, () => nothing);
  return now.chats || !atFirst ? now : atFirst;
}
