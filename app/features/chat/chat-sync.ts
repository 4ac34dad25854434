import type { MessageView } from "~/contract/chat";
import { SYNC_CONVERSATIONS_MAX } from "~/contract/limits";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { $isInSync, canCatchUp, reportLoaded } from "~/realtime/sync";
import {
  changeLastMessage,
  markChatRead,
  reloadSoon,
  removeChat,
  removeLastMessage,
  resetChats,
  setMarks,
  showLastMessage,
} from "./chat-list-changes";
import { invalidateChats } from "./chat-list-store";
import {
  $conversations,
  changeConversation,
  connectConversations,
  invalidateConversations,
  resetConversations,
} from "./conversations";
import type { Conversation } from "./reduce-conversation";
import { resetTyping, setTyping } from "./typing";

/** Applies the channel's frames to the conversations and the chat list. Returns a function that stops it. */
export function subscribeChat(memberId: string): () => void {
  const otherOf = ({ senderId, receiverId }: { senderId: string; receiverId: string }) =>
    senderId === memberId ? receiverId : senderId;

  const { add, flush, stop } = createBatch((messages) => {
    for (const userId of new Set(messages.map(otherOf)))
      addMessages(
        userId,
        messages.filter((message) => otherOf(message) === userId),
      );
  });

  const stops = [
    ...followSync(flush),
    onFrame("message", ({ senderUsername, receiverUsername, timestamp, clientId, ...message }) => {
      add(message);
      // The viewer's own message replaces its outbox item at once.
      if (message.senderId === memberId) flush();
    }),
    onFrame("message_deleted", (message) => {
      flush();
      const userId = otherOf(message);
      const conversation = changeConversation(userId, { type: "message_deleted", id: message.id });
      removeLastMessage(userId, message.id, newestMessage(conversation));
    }),
    onFrame("message_changed", (message) => {
      flush();
      const userId = otherOf(message);
      const { changed } = changeConversation(userId, { type: "message_changed", message });
      changeLastMessage(userId, changed.get(message.id) ?? message);
    }),
    onFrame("read", ({ userId, senderId, upTo }) => {
      flush();
      changeConversation(userId === memberId ? senderId : userId, { type: "read", senderId, upTo });
      if (userId === memberId) markChatRead(senderId, upTo);
    }),
    onFrame("chat_state", setMarks),
    onFrame("typing", ({ userId, isTyping }) => setTyping(userId, isTyping !== false)),
    onFrame("connection_status", ({ status, fromUserId, toUserId }) => {
      if (status === "disconnected") removeChat(fromUserId === memberId ? toUserId : fromUserId);
      // The frame has no name and no picture of the new connection.
      if (status === "accepted") reloadSoon();
    }),
  ];
  return () => {
    for (const unsubscribe of stops) unsubscribe();
    stop();
    resetChats();
    resetConversations();
    resetTyping();
  };
}

/** Reloads what a sync does not fill. @param flush applies the messages that wait */
function followSync(flush: () => void): (() => void)[] {
  // Before the first sync there may be a gap between the loaded messages and the live ones.
  let hasSynced = false;
  return [
    link.onOpen(() => {
      flush();
      const isForgotten = hasSynced && !canCatchUp();
      hasSynced &&= !isForgotten;
      connectConversations(isForgotten);
    }),
    $isInSync.subscribe((isInSync) => {
      if (!isInSync) return;
      flush();
      // The first sync reports no earlier messages. Later ones do, but lack the names of new connections.
      invalidateConversations(hasSynced ? Object.keys(oldestMessages()) : []);
      hasSynced = true;
      invalidateChats();
    }),
    reportLoaded(oldestMessages),
  ];
}

/** Messages that arrive within one frame are rendered together: a sync may send a thousand. */
const BATCH_MS = 16;

/** Collects messages and applies them together, after `BATCH_MS` or by `flush`. */
function createBatch(apply: (messages: MessageView[]) => void) {
  let batch: MessageView[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  function flush(): void {
    stop();
    timer = undefined;
    const messages = batch;
    batch = [];
    apply(messages);
  }
  function add(message: MessageView): void {
    batch.push(message);
    timer ??= setTimeout(flush, BATCH_MS);
  }
  return { add, flush, stop };
}

/** Adds messages to a member's conversation, and the newest to the chat list. */
function addMessages(userId: string, messages: MessageView[]): void {
  if (messages.some(({ senderId }) => senderId === userId)) setTyping(userId, false);
  const { deleted, changed } = changeConversation(userId, { type: "messages", messages });
  const newest = messages
    .filter(({ id }) => !deleted.has(id))
    .reduce<MessageView | null>((a, b) => (a && Number(a.id) > Number(b.id) ? a : b), null);
  if (newest) showLastMessage(userId, changed.get(newest.id) ?? newest);
}

/** Returns the newest message: null when there is none, undefined when it is not known. */
function newestMessage({ phase, isStale, messages, older }: Conversation) {
  if (phase !== "ready" || isStale) return undefined;
  return messages.at(-1) ?? (older === null ? null : undefined);
}

/** Returns the id of the oldest loaded or quoted message of each loaded conversation, of at most 200. */
function oldestMessages(): Record<string, string> {
  const loaded = Object.entries($conversations.get()).flatMap(([userId, { phase, messages }]) => {
    const ids = messages.flatMap(({ id, replyTo }) =>
      replyTo ? [Number(id), Number(replyTo.id)] : [Number(id)],
    );
    const oldest = ids.reduce((first, id) => Math.min(first, id), Number.POSITIVE_INFINITY);
    return phase === "ready" && ids.length > 0 ? [[userId, String(oldest)] as const] : [];
  });
  return Object.fromEntries(loaded.slice(-SYNC_CONVERSATIONS_MAX));
}
