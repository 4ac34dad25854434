import type { MessageView } from "~/contract/chat";
import { SYNC_HELD_MAX } from "~/contract/limits";
import { currentOf } from "./changed-messages";
import { $conversations, changeConversation, merge, refetchOpenConversation } from "./conversations";

/** Adds messages to a loaded conversation. */
export function addMessages(userId: string, messages: readonly MessageView[]): void {
  changeConversation(userId, (conversation) => ({ messages: merge(conversation.messages, messages) }));
}

/** Removes a deleted message from a loaded conversation. */
export function removeMessage(userId: string, messageId: string): void {
  changeConversation(userId, ({ messages }) => ({ messages: messages.filter(({ id }) => id !== messageId) }));
}

/** Shows the present state of a message, where it is loaded. */
export function updateMessage(userId: string, messageId: string): void {
  changeConversation(userId, ({ messages }) => ({
    messages: messages.map((message) => (message.id === messageId ? currentOf(message) : message)),
  }));
}

/** Marks the messages of one of the two members as read, up to an id or all of them. */
export function markMessagesRead(userId: string, senderId: string, upTo: string | undefined): void {
  const last = upTo === undefined ? Number.POSITIVE_INFINITY : Number(upTo);
  const isMarked = (message: MessageView) =>
    message.senderId === senderId && !message.isRead && Number(message.id) <= last;
  changeConversation(userId, ({ messages }) => ({
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
    changeConversation(userId, () => ({ checkTo: newest, completeTo: hasGap ? newest : completeTo }));
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
    if (!current.includes(userId)) changeConversation(userId, () => ({ isStale: true }));
  }
  refetchOpenConversation();
}

/** Clears all conversations: at log-out, and on a page that has been away for too long. The next sync loads the open one. */
export function resetConversations(): void {
  $conversations.set({});
}
