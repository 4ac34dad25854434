import { msg } from "@lingui/core/runtime-macro";
import { userSummary } from "./accounts";
import { clientId } from "./client-id";
import { emojiOf, REACTION_NOT_EMOJI } from "./emoji";
import { ATTACHMENT_NAME_MAX, MESSAGE_MAX, MESSAGE_TOO_LONG } from "./limits";
import { CHAT_DATABASES_MAX } from "./message-cursor";
import { ruleText } from "./messages";
import { cleanText } from "./visible-text";
import { z } from "./zod";

/** The file of a message. `url` returns 404 to members other than the two of the conversation. */
export const attachmentView = z.object({
  /** Media type, detected by the server. */
  type: z.string(),
  url: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Pixels; images only. */
  width: z.int().optional(),
  height: z.int().optional(),
});

/** The id of a message or notification: its row's number, which increases in commit order within a conversation. */
export const messageId = z.string().regex(/^\d{1,15}$/);

/**
 * A position in the messages of every database: for each, the id of its last message, or the id before its first.
 * Clients keep it as it is. The id of a message alone is a position, too: messages of other databases are then later.
 */
export const messageCursor = z
  .string()
  .regex(new RegExp(`^\\d{1,15}(\\.\\d{1,15}){0,${CHAT_DATABASES_MAX - 1}}$`));

export const messageView = z.object({
  /** A `messageId`. */
  id: z.string(),
  senderId: z.string(),
  receiverId: z.string(),
  content: z.string(),
  /** Of an own message: whether the other member has read it, and read marks of both were on then. */
  isRead: z.boolean(),
  createdAt: z.string(),
  attachment: attachmentView.optional(),
  /** The message of the same conversation that this one answers. */
  replyTo: z
    .object({
      id: z.string(),
      /** Null when it was deleted. `content` is cut to `QUOTE_MAX` characters. */
      original: z.object({ senderId: z.string(), content: z.string() }).nullable(),
    })
    .optional(),
  /** Absent without any. Each member has at most one. */
  reactions: z.array(z.object({ userId: z.string(), emoji: z.string() })).optional(),
  /** When the sender last changed the text. */
  editedAt: z.string().optional(),
  /** The text and the file are those of another message, whose sender and conversation it does not name. */
  isForwarded: z.boolean().optional(),
  /** The number of changes of text and reactions, absent without any. The state with the greater number is newer. */
  version: z.int().optional(),
});
export type MessageView = z.infer<typeof messageView>;

/** A stored message as the channel sends it. */
export const liveMessage = messageView.extend({
  senderUsername: z.string(),
  receiverUsername: z.string(),
  /** The same as `createdAt`. */
  timestamp: z.string(),
  /** The sender's idempotency key; empty when the message had none. */
  clientId: z.string(),
});
export type LiveMessage = z.infer<typeof liveMessage>;

/** The marks that a member has put on a chat of theirs. */
export const chatMarks = z.object({
  /** The end of its mute, ISO 8601, which can be over; in the year 9999 for a permanent mute. Absent if never muted. */
  mutedUntil: z.string().optional(),
  /** Archived while it has no message after this id, or is muted. Absent for a chat that is not archived. */
  archivedTo: z.string().optional(),
});
export type ChatMarks = z.infer<typeof chatMarks>;
export const markedChat = chatMarks.extend({ userId: z.string() });
export type MarkedChat = z.infer<typeof markedChat>;

/** The lengths of a mute. */
export const muteLengths = ["hour", "8-hours", "always", "off"] as const;
export type MuteLength = (typeof muteLengths)[number];
export const muteChatInput = z.object({
  length: z.enum(muteLengths, { error: ruleText(msg`Please choose how long to mute the chat.`) }),
});

/** The id of the newest message that the member sees in the chat, "0" without any; null unarchives the chat. */
export const archiveChatInput = z.object({ upTo: messageId.nullable() });

/** Whether the member hides typing indicators and read marks, and sees none. An absent field stays as it is. */
export const chatPrivacyInput = z
  .object({ hidesTyping: z.boolean().optional(), hidesReads: z.boolean().optional() })
  .refine((input) => Object.values(input).some((value) => value !== undefined), {
    error: ruleText(msg`Please choose what to hide.`),
  });
export type ChatPrivacyInput = z.infer<typeof chatPrivacyInput>;
export const chatPrivacy = z.object({ hidesTyping: z.boolean(), hidesReads: z.boolean() });
export type ChatPrivacy = z.infer<typeof chatPrivacy>;

/** Unread messages of a member, from their connections, without those of muted chats. */
export const unreadMessages = z.object({
  /** The `messageCursor` of the messages that the list covers. */
  last: z.string(),
  /** The number of unread messages, counted up to 1000. */
  count: z.int(),
  /** Ids of the unread messages by their sender; at most 100 in all. */
  bySender: z.record(z.string(), z.array(z.string())),
  /** The ends of the mutes, ISO 8601, by the other member. */
  muted: z.record(z.string(), z.string()).optional(),
});
export type UnreadMessages = z.infer<typeof unreadMessages>;

/** `data` is a data URL or bare base64. The server detects the type itself and ignores `type`. */
export const attachmentInput = z.object({
  type: z.string().max(255).nullish(),
  data: z.string().min(1),
  name: z.string().max(ATTACHMENT_NAME_MAX).nullish(),
});

/** The fields of a new message, in the API and the channel alike. */
export const messageFields = {
  content: z
    .string()
    .overwrite(cleanText)
    .trim()
    .max(MESSAGE_MAX, { error: ruleText(MESSAGE_TOO_LONG) })
    .nullish()
    .transform((text) => text ?? ""),
  clientId,
  attachment: attachmentInput.nullish(),
  /** The id of the message of the same conversation that the new one answers. */
  replyTo: messageId.nullish(),
  /** The id of a message of any of the sender's conversations; its text and file are copied. Excludes other content. */
  forward: messageId.nullish(),
};

/** The condition of `messageFields`, and its error. */
export const hasContent = (message: {
  content: string;
  attachment?: unknown;
  forward?: unknown;
  replyTo?: unknown;
}) =>
  message.forward
    ? message.content === "" && !message.attachment && !message.replyTo
    : message.content !== "" || Boolean(message.attachment);
export const NO_CONTENT = { error: ruleText(msg`Please write a message`), path: ["content"] };

/** The emoji of the viewer's reaction; null removes it. */
export const reactionInput = z.object({
  emoji: z
    .string()
    .transform((text, issues) => {
      const emoji = emojiOf(text);
      if (emoji === null) issues.addIssue({ code: "custom", message: ruleText(REACTION_NOT_EMOJI) });
      return emoji;
    })
    .nullable(),
});

export const messageEdit = z.object({
  content: z
    .string()
    .overwrite(cleanText)
    .trim()
    .min(1, { error: ruleText(msg`Please write a message`) })
    .max(MESSAGE_MAX, { error: ruleText(MESSAGE_TOO_LONG) }),
});

export const messageInput = z.object(messageFields).refine(hasContent, NO_CONTENT);
export type MessageInput = z.infer<typeof messageInput>;

/** `upTo` is the newest visible message or notification; without it, or without a body, all are marked as read. */
export const readInput = z.object({ upTo: messageId.optional() }).optional();

export const chatListItem = z.object({
  userId: z.string(),
  username: userSummary.shape.username,
  fullName: userSummary.shape.fullName,
  profileImage: userSummary.shape.profileImage,
  unreadCount: z.int(),
  lastMessage: z.object({ id: z.string(), content: z.string(), createdAt: z.string() }).nullable(),
  ...chatMarks.shape,
});
export type ChatListItem = z.infer<typeof chatListItem>;

/** A conversation in which a search has found a message, and the newest one. */
export const foundChat = z.object({ user: userSummary, message: messageView });
export type FoundChat = z.infer<typeof foundChat>;

/** The data of the chat page's document: the list, and the newest messages of the conversation in the URL. */
export interface ChatStart {
  chats: ChatListItem[];
  /** Whether the list has only its first chats, archived ones and others. */
  isPartial: boolean;
  open: {
    userId: string;
    /** Newest first. */
    messages: MessageView[];
    /** The cursor of the next, older page; null on the last one. */
    next: string | null;
  } | null;
}
