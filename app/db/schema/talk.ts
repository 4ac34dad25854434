import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { notificationTypes } from "../../contract/notifications";
import { memberKeyColumn } from "./member-columns";
import { users } from "./members";

/**
 * Notifications. The primary key is the table's order: a member's unread notifications are one range, the read ones
 * another. The row of a like or save names its notification, so no index has those.
 */
export const notices = sqliteTable(
  "notices",
  {
    member: memberKeyColumn(),
    isRead: integer("is_read").notNull(),
    /** Grows for each member in commit order (`nextNotificationId`), because clients sync by it. */
    id: integer("id").notNull(),
    /** The key of the member who caused it. */
    sender: integer("sender").notNull(),
    type: text("type", { enum: notificationTypes }).notNull(),
    /** The public id of the post, for types that are about one: a page of notifications then looks up no posts. */
    postId: text("post_id"),
    /** The public id of the comment, for types that are about one. Those from before the column have none. */
    commentId: text("comment_id"),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.member, t.isRead, t.id] }),
    index("notices_sender")
      .on(t.sender, t.member, t.type, t.postId)
      .where(sql`${t.type} NOT IN ('like', 'save')`),
    // Comments notify the post's owner only, so the trigger that deletes them finds them without an index.
    index("notices_about")
      .on(t.postId, t.commentId)
      .where(sql`${t.postId} IS NOT NULL AND ${t.type} NOT IN ('like', 'save', 'comment')`),
    // Of repeated shares the newest stays (`notifyShared`).
    uniqueIndex("notices_shared").on(t.member, t.sender, t.postId).where(sql`${t.type} = 'post_share'`),
  ],
);

/**
 * Unread notifications that were deleted with their subject: the same like, save or request does not notify again
 * within a day (trigger `notices_withdrawn`).
 */
export const withdrawnNotices = sqliteTable(
  "withdrawn_notices",
  {
    /** The keys of the recipient and of the member who caused it. */
    member: memberKeyColumn(),
    sender: memberKeyColumn("sender"),
    type: text("type", { enum: notificationTypes }).notNull(),
    /** The public id of the comment, the post, or else the sender. */
    about: text("about").notNull(),
    withdrawnAt: integer("withdrawn_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.member, t.sender, t.type, t.about] }),
    index("withdrawn_notices_sender").on(t.sender),
    index("withdrawn_notices_age").on(t.withdrawnAt),
  ],
);

/** The choices of notifications (app/contract/notification-settings.ts). A member without a row has the defaults. */
export const notificationSettings = sqliteTable("notification_settings", {
  member: integer("member")
    .primaryKey()
    .references(() => users.key, { onDelete: "cascade" }),
  /** The kinds that are off, as a JSON array of `switchName`s. */
  off: text("off").notNull().default("[]"),
  /** Whether likes, comments, mentions and shares come from connections only. */
  fromConnections: integer("from_connections", { mode: "boolean" }).notNull().default(false),
});

/** Members whose notifications another member always or never wants. */
export const notificationExceptions = sqliteTable(
  "notification_exceptions",
  {
    member: memberKeyColumn(),
    /** The key of the member whose notifications they are. */
    sender: memberKeyColumn("sender"),
    isAlways: integer("is_always", { mode: "boolean" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.member, t.sender] }),
    index("notification_exceptions_sender").on(t.sender),
  ],
);
