import { chatListItem, messageEdit, messageInput, messageView, reactionInput, readInput } from "../chat";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of the chat. */
export const chatCalls = {
  listChats: {
    method: "GET",
    path: "/api/chat/connections",
    summary: "List the member's chats: every connection, latest message first, then by name",
    access: "member",
    status: 200,
    reply: z.array(chatListItem),
  },
  countUnreadMessages: {
    method: "GET",
    path: "/api/chat/unread",
    summary: "Count unread messages from connections, up to 100",
    access: "member",
    status: 200,
    reply: z.object({ count: z.int() }),
  },
  listMessages: {
    method: "GET",
    path: "/api/chat/messages/{userId}",
    summary: "List the messages of a conversation, newest first",
    access: "member",
    paged: true,
    status: 200,
    reply: z.array(messageView),
    errors: ["not_found"],
  },
  sendMessage: {
    method: "POST",
    path: "/api/chat/messages/{userId}",
    summary:
      "Send a message to a connection. A repeated `clientId` stores nothing and returns the stored message",
    access: "member",
    body: messageInput,
    status: 201,
    reply: messageView,
    errors: ["forbidden", "too_large", "unsupported_media"],
  },
  readMessages: {
    method: "POST",
    path: "/api/chat/messages/{userId}/read",
    summary: "Mark a member's messages as read, and return the number of all unread messages",
    access: "member",
    body: readInput,
    status: 200,
    reply: z.object({ count: z.int() }),
  },
  editMessage: {
    method: "PATCH",
    path: "/api/chat/message/{messageId}",
    summary: "Change the text of an own message, for 15 minutes",
    access: "member",
    body: messageEdit,
    status: 200,
    reply: messageView,
    errors: ["forbidden", "not_found"],
  },
  reactToMessage: {
    method: "POST",
    path: "/api/chat/message/{messageId}/reaction",
    summary: "React to a message of the member's conversations with one emoji, or remove the reaction",
    access: "member",
    body: reactionInput,
    status: 200,
    reply: messageView,
    errors: ["forbidden", "not_found"],
  },
  deleteMessage: {
    method: "DELETE",
    path: "/api/chat/message/{messageId}",
    summary: "Delete an own message for both members",
    access: "member",
    status: 204,
    reply: null,
    errors: ["forbidden", "not_found"],
  },
} as const satisfies Record<string, Call>;
