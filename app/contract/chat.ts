import { z } from "zod";
import { userSummary } from "./accounts";
import { clientId } from "./client-id";
import { ATTACHMENT_NAME_MAX, MESSAGE_MAX, MESSAGE_TOO_LONG } from "./limits";

/** A file as the two members of a conversation see it; `url` answers to nobody else. */
export const attachmentView = z.object({
  /** Media type, as the server found it. */
  type: z.string(),
  url: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Pixels, of images alone. */
  width: z.int().optional(),
  height: z.int().optional(),
});

/** Grows in the order in which messages were stored. */
export const messageId = z.string().regex(/^\d{1,15}$/);

export const messageView = z.object({
  /** A `messageId`. */
  id: z.string(),
  senderId: z.string(),
  receiverId: z.string(),
  content: z.string(),
  isRead: z.boolean(),
  createdAt: z.string(),
  attachment: attachmentView.optional(),
});
export type MessageView = z.infer<typeof messageView>;

/** A stored message as the channel tells it. */
export const liveMessage = messageView.extend({
  senderUsername: z.string(),
  receiverUsername: z.string(),
  /** The same as `createdAt`, under the name the spec's channel has for it. */
  timestamp: z.string(),
  /** Of the sender's making. */
  clientId: z.string(),
});
export type LiveMessage = z.infer<typeof liveMessage>;

/** `data` is a data URL or bare base64; what the file is, the server finds out itself. */
export const attachmentInput = z.object({
  type: z.string().max(255).nullish(),
  data: z.string().min(1),
  name: z.string().max(ATTACHMENT_NAME_MAX).nullish(),
});

/** What a message is made of, over HTTP and over the channel. */
export const messageFields = {
  content: z
    .string()
    .trim()
    .max(MESSAGE_MAX, { error: MESSAGE_TOO_LONG })
    .nullish()
    .transform((text) => text ?? ""),
  clientId,
  attachment: attachmentInput.nullish(),
};

export const messageInput = z
  .object(messageFields)
  .refine(({ content, attachment }) => content !== "" || attachment, {
    error: "Please write a message",
    path: ["content"],
  });
export type MessageInput = z.infer<typeof messageInput>;

/** `upTo` is the last message that was on the screen; without it, or without a body, all are meant. */
export const readInput = z.object({ upTo: messageId.optional() }).optional();

export const chatListItem = z.object({
  userId: z.string(),
  username: userSummary.shape.username,
  fullName: userSummary.shape.fullName,
  profileImage: userSummary.shape.profileImage,
  unreadCount: z.int(),
  lastMessage: z.object({ content: z.string(), createdAt: z.string() }).nullable(),
});
export type ChatListItem = z.infer<typeof chatListItem>;

/** What the chat page's document comes with: the list, and the newest messages of the conversation its address names. */
export interface ChatStart {
  chats: ChatListItem[];
  open: {
    userId: string;
    /** Newest first. */
    messages: MessageView[];
    /** The cursor of the older ones; null when there are none. */
    next: string | null;
  } | null;
}
