import {
  archiveChatInput,
  chatListItem,
  chatPrivacy,
  chatPrivacyInput,
  foundChat,
  markedChat,
  messageEdit,
  messageInput,
  messageView,
  muteChatInput,
  reactionInput,
  readInput,
} from "../chat";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of the chat. */
export const chatCalls = {
  listChats: {
    method: "GET",
    path: "/api/chat/connections",
    summary:
      "List the member's chats: every connection, latest message first, then those without messages, by name among 200 accounts at a time, so a page can be short; those whose names contain `q`, and with `show=archived` those in the archive",
    query: ["q", "show"],
    paged: true,
    reply: z.array(chatListItem),
  },
  countUnreadMessages: {
    method: "GET",
    path: "/api/chat/unread",
    summary: "Count unread messages from connections whose chats are not muted, up to 1000",
    reply: z.object({ count: z.int() }),
  },
  listMessages: {
    method: "GET",
    path: "/api/chat/messages/{userId}",
    summary: "List the messages of a conversation, newest first",
    paged: true,
    reply: z.array(messageView),
    errors: ["not_found"],
  },
  searchChats: {
    method: "GET",
    path: "/api/chat/search",
    summary:
      "Find words in all conversations: each that has a message with them, with the newest one. A page can be empty",
    query: ["q"],
    paged: true,
    reply: z.array(foundChat),
  },
  searchConversation: {
    method: "GET",
    path: "/api/chat/messages/{userId}/search",
    summary: "Find words in a conversation, newest message first. A page can be empty and have a next one",
    query: ["q"],
    paged: true,
    reply: z.array(messageView),
    errors: ["not_found"],
  },
  sendMessage: {
    method: "POST",
    path: "/api/chat/messages/{userId}",
    summary:
      "Send a message to a connection, or forward one. A repeated `clientId` stores nothing and returns the stored message",
    body: messageInput,
    hasFile: true,
    status: 201,
    reply: messageView,
    errors: ["forbidden", "not_found", "too_large", "unsupported_media"],
  },
  readMessages: {
    method: "POST",
    path: "/api/chat/messages/{userId}/read",
    summary: "Mark a member's messages as read, and return the number of all unread messages",
    body: readInput,
    reply: z.object({ count: z.int() }),
  },
  editMessage: {
    method: "PATCH",
    path: "/api/chat/message/{messageId}",
    summary: "Change the text of an own message, for 15 minutes",
    body: messageEdit,
    reply: messageView,
    errors: ["forbidden", "not_found"],
  },
  reactToMessage: {
    method: "POST",
    path: "/api/chat/message/{messageId}/reaction",
    summary: "React to a message of the member's conversations with one emoji, or remove the reaction",
    body: reactionInput,
    reply: messageView,
    errors: ["forbidden", "not_found"],
  },
  muteChat: {
    method: "POST",
    path: "/api/chat/connections/{userId}/mute",
    summary:
      "Mute the chat with a connection for an hour, for 8 hours or until it is turned back on, or end its mute",
    body: muteChatInput,
    reply: markedChat,
    errors: ["forbidden"],
  },
  archiveChat: {
    method: "POST",
    path: "/api/chat/connections/{userId}/archive",
    summary: "Archive the chat with a connection up to a message, or take it out of the archive",
    body: archiveChatInput,
    reply: markedChat,
    errors: ["forbidden"],
  },
  setChatPrivacy: {
    method: "POST",
    path: "/api/chat/privacy",
    summary:
      "Hide or show when the member is typing and what they have read. A member who hides it does not see it of others",
    body: chatPrivacyInput,
    reply: chatPrivacy,
  },
  deleteMessage: {
    method: "DELETE",
    path: "/api/chat/message/{messageId}",
    summary: "Delete an own message for both members",
    errors: ["forbidden", "not_found"],
  },
} as const satisfies Record<string, Call>;
