import type { MessageView } from "~/contract/chat";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { $isInSync, canCatchUp, holdMessages } from "~/realtime/sync";
import { currentOf } from "./changed-messages";
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
  addMessages,
  invalidateConversations,
  markMessagesRead,
  newestMessage,
  oldestMessages,
  recordNewestMessages,
  removeMessage,
  resetConversations,
  updateMessage,
} from "./conversation-changes";
import { isDeleted } from "./deleted-messages";
import { resetTyping, setTyping } from "./typing-changes";

/** Messages that arrive within one frame are rendered together: a sync may send a thousand. */
const BATCH_MS = 16;

/**
 * Applies the channel's frames to the chat list, the conversations and the typing marks. Returns a function that stops
 * it.
 */
export function subscribeChat(memberId: string): () => void {
  let batch: MessageView[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Before the first sync there may be a gap between the loaded messages and the live ones.
  let hasSynced = false;
  const otherOf = ({ senderId, receiverId }: { senderId: string; receiverId: string }) =>
    senderId === memberId ? receiverId : senderId;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const messages = batch.filter(({ id }) => !isDeleted(id));
    batch = [];
    for (const userId of new Set(messages.map(otherOf))) {
      const group = messages.filter((message) => otherOf(message) === userId);
      if (group.some(({ senderId }) => senderId === userId)) setTyping(userId, false);
      addMessages(userId, group);
      const newest = group.reduce((a, b) => (Number(b.id) > Number(a.id) ? b : a));
      showLastMessage(userId, newest);
    }
  }

  const stops = [
    link.onOpen(() => {
      flush();
      if (hasSynced && !canCatchUp()) {
        hasSynced = false;
        resetConversations();
      }
      recordNewestMessages(!hasSynced);
    }),
    $isInSync.subscribe((isInSync) => {
      if (!isInSync) return;
      flush();
      // The first sync reports no earlier messages. Later ones fill the gap, but have no names of new connections for the list.
      invalidateConversations(hasSynced ? Object.keys(oldestMessages()) : []);
      hasSynced = true;
      invalidateChats();
    }),
    onFrame("message", ({ senderUsername, receiverUsername, timestamp, clientId, ...message }) => {
      batch.push(message);
      // The viewer's own message replaces its outbox item at once.
      if (message.senderId === memberId) flush();
      else timer ??= setTimeout(flush, BATCH_MS);
    }),
    onFrame("message_deleted", (deleted) => {
      flush();
      const userId = otherOf(deleted);
      removeMessage(userId, deleted.id);
      removeLastMessage(userId, deleted.id, newestMessage(userId));
    }),
    onFrame("message_changed", (message) => {
      flush();
      updateMessage(otherOf(message), message.id);
      changeLastMessage(otherOf(message), currentOf(message));
    }),
    onFrame("read", ({ userId, senderId, upTo }) => {
      flush();
      markMessagesRead(userId === memberId ? senderId : userId, senderId, upTo);
      if (userId === memberId) markChatRead(senderId, upTo);
    }),
    onFrame("chat_state", setMarks),
    onFrame("typing", ({ userId, isTyping }) => setTyping(userId, isTyping !== false)),
    onFrame("connection_status", ({ status, fromUserId, toUserId }) => {
      if (status === "disconnected") removeChat(fromUserId === memberId ? toUserId : fromUserId);
      // The frame has no name and no picture of the new connection.
      if (status === "accepted") reloadSoon();
    }),
    holdMessages(oldestMessages),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    resetChats();
    resetConversations();
    resetTyping();
  };
}
