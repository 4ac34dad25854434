import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { media } from "./media";
import { memberIdColumn } from "./member-columns";

/** Two members who have exchanged messages. The use case that sends the first one inserts the row. */
export const conversations = sqliteTable(
  "conversations",
  {
    key: integer("key").primaryKey(),
    /** The members' ids, in sorted order. */
    lowId: memberIdColumn("low_id"),
    highId: memberIdColumn("high_id"),
    /** The members' keys, in the order of their ids. */
    low: integer("low").notNull(),
    high: integer("high").notNull(),
    /** False once the connection ended. The main database decides who may write; unread messages count while true. */
    open: integer("open", { mode: "boolean" }).notNull().default(true),
    /** The id of the last `ended_connections` that changed `open`: messages permitted earlier are not stored. */
    changed: integer("changed").notNull().default(0),
  },
  (t) => [uniqueIndex("conversations_pair").on(t.lowId, t.highId), index("conversations_high").on(t.highId)],
);

/**
 * Messages, and the tombstones of deleted ones: a client must neither restore a message that it resends nor go on
 * showing one after `sync`. Clients sync by id. Ids grow in commit order and are never reused: the newest row is never
 * deleted, and SQLite gives a new row the greatest id and one more.
 */
export const chatMessages = sqliteTable(
  "chat_messages",
  {
    id: integer("id").primaryKey(),
    /**
     * The conversation's key. A trigger deletes the messages with the conversation: a foreign key would need one index
     * over messages and tombstones. Null in the newest row when its conversation was deleted.
     */
    conversation: integer("conversation"),
    /** The sender's key. */
    sender: integer("sender"),
    /** The receiver's key until the message is read, then null. */
    unreadBy: integer("unread_by"),
    /** The client's idempotency key: a UUID as 16 bytes, anything else as text. */
    clientId: blob("client_id"),
    /** Null in a tombstone. */
    content: text("content"),
    /** When the message was sent; in a tombstone, when it was deleted. Milliseconds. */
    createdAt: integer("created_at").notNull(),
    attachmentMediaId: text("attachment_media_id").references(() => media.id, { onDelete: "set null" }),
    attachmentType: text("attachment_type"),
    attachmentName: text("attachment_name"),
    attachmentSize: integer("attachment_size"),
    /** Pixels; null unless the attachment is an image. */
    attachmentWidth: integer("attachment_width"),
    attachmentHeight: integer("attachment_height"),
    /** The id of the message of the same conversation that this one answers. */
    replyTo: integer("reply_to"),
    /** The reactions of the two members, each one emoji. */
    senderReaction: text("sender_reaction"),
    receiverReaction: text("receiver_reaction"),
    /** When the sender last changed the text. Milliseconds. */
    editedAt: integer("edited_at"),
    /** The number of changes of text and reactions; null without any, and in a tombstone. */
    version: integer("version"),
    /** 1 if read while one of the two hid read marks: its sender never sees that it was read. Null otherwise. */
    readPrivately: integer("read_privately"),
    /** 1 if it was forwarded from another message; null otherwise. */
    forwarded: integer("forwarded"),
  },
  (t) => [
    uniqueIndex("chat_messages_client").on(t.sender, t.clientId),
    // SQLite ends every index entry with the id, so the messages of a conversation are sorted by it.
    index("chat_messages_conversation").on(t.conversation).where(sql`${t.content} IS NOT NULL`),
    index("chat_messages_deleted").on(t.conversation).where(sql`${t.content} IS NULL`),
    index("chat_messages_changed").on(t.conversation).where(sql`${t.version} IS NOT NULL`),
    index("chat_messages_tombstones").on(t.createdAt).where(sql`${t.content} IS NULL`),
    index("chat_messages_unread").on(t.unreadBy, t.sender).where(sql`${t.unreadBy} IS NOT NULL`),
    // A partial index: most messages have no attachment and write nothing to it.
    index("chat_messages_attachment").on(t.attachmentMediaId).where(sql`${t.attachmentMediaId} IS NOT NULL`),
  ],
);

/** A member's conversations by last message. Triggers on `chat_messages` keep both members' rows while there is one. */
export const chatSides = sqliteTable(
  "chat_sides",
  {
    /** The member's key. */
    member: integer("member").notNull(),
    /** The greatest id of a message that is not deleted. */
    last: integer("last").notNull(),
    /** The conversation's key. */
    conversation: integer("conversation").notNull(),
  },
  (t) => [primaryKey({ columns: [t.member, t.last] })],
);

/**
 * The words of consecutive messages of a conversation: a search compares these instead of each message. The hourly run
 * writes them (app/domain/chat/index-messages.ts). Messages after the last block have none.
 */
export const messageBlocks = sqliteTable(
  "message_blocks",
  {
    /** The conversation's key. A trigger deletes the blocks with the conversation. */
    conversation: integer("conversation").notNull(),
    /** The id of the block's last message. The first one is the next after the block before. */
    last: integer("last").notNull(),
    /** The distinct words, each between single spaces. A trigger sets null when a message of the block changes. */
    words: text("words"),
  },
  (t) => [
    primaryKey({ columns: [t.conversation, t.last] }),
    index("message_blocks_changed").on(t.conversation, t.last).where(sql`${t.words} IS NULL`),
  ],
);

/**
 * The chat databases and their size, which the hourly run measures: new conversations go to the smallest. Messages up
 * to the id `indexed` are in blocks, or too few for one.
 */
export const chatDatabases = sqliteTable("chat_databases", {
  number: integer("number").primaryKey(),
  bytes: integer("bytes").notNull(),
  indexed: integer("indexed").notNull().default(0),
});

/**
 * Messages that a moderator has removed or restored, until their chat database has done so
 * (app/domain/moderation/complete-removals.ts).
 */
export const messageRemovals = sqliteTable("message_removals", {
  messageId: integer("message_id").primaryKey(),
  /** The decision whose `removed_content` has the message. */
  decisionId: text("decision_id").notNull(),
  isUndone: integer("is_undone", { mode: "boolean" }).notNull().default(false),
});
