import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { notificationTypes } from "../../contract/notifications";
import { clientId, createdAt, type PairColumns, pairOf } from "./columns";
import { users } from "./members";
import { media, posts } from "./posts";

/** Ids that clients sync by: AUTOINCREMENT makes them grow in commit order and never be reused. */
const syncId = () => integer("id").primaryKey({ autoIncrement: true });

export const messages = sqliteTable(
  "messages",
  {
    id: syncId(),
    senderId: text("sender_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    receiverId: text("receiver_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    pair: pairOf((): PairColumns => [messages.senderId, messages.receiverId]),
    content: text("content").notNull(),
    isRead: integer("is_read", { mode: "boolean" }).notNull().default(false),
    clientId: clientId(),
    attachmentMediaId: text("attachment_media_id").references(() => media.id, { onDelete: "set null" }),
    attachmentType: text("attachment_type"),
    attachmentName: text("attachment_name"),
    attachmentSize: integer("attachment_size"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("messages_client").on(t.senderId, t.clientId),
    index("messages_pair").on(t.pair, t.id),
    index("messages_receiver").on(t.receiverId, t.id),
    index("messages_sender").on(t.senderId, t.id),
    index("messages_unread").on(t.receiverId, t.senderId).where(sql`${t.isRead} = 0`),
    // A partial index: most messages have no attachment and write nothing to it.
    index("messages_attachment").on(t.attachmentMediaId).where(sql`${t.attachmentMediaId} IS NOT NULL`),
  ],
);

/** Tombstones of deleted messages: a client must neither restore one that it resends nor go on showing one after `sync`. */
export const deletedMessages = sqliteTable(
  "deleted_messages",
  {
    senderId: text("sender_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    clientId: text("client_id").notNull(),
    messageId: integer("message_id").notNull(),
    /** Null in rows from before the column. */
    receiverId: text("receiver_id").references(() => users.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.senderId, t.clientId] }),
    index("deleted_messages_receiver").on(t.receiverId, t.senderId, t.messageId),
  ],
);

export const notifications = sqliteTable(
  "notifications",
  {
    id: syncId(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    fromUserId: text("from_user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text("type", { enum: notificationTypes }).notNull(),
    /** The id of the post, for types that are about one. */
    entityId: text("entity_id").references(() => posts.id, { onDelete: "cascade" }),
    isRead: integer("is_read", { mode: "boolean" }).notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    index("notifications_user").on(t.userId, t.id),
    index("notifications_unread").on(t.userId).where(sql`${t.isRead} = 0`),
    index("notifications_from").on(t.fromUserId, t.userId, t.type),
    index("notifications_entity").on(t.entityId),
    // A repeated like or save notifies once; of repeated shares the newest stays (`notifyShared`).
    uniqueIndex("notifications_once")
      .on(t.userId, t.fromUserId, t.type, t.entityId)
      .where(sql`${t.type} in ('like', 'save', 'post_share')`),
  ],
);
