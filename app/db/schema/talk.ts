import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { notificationTypes } from "../../contract/notifications";
import { createdAt } from "./columns";
import { users } from "./members";
import { posts } from "./posts";

/** Ids that clients sync by: AUTOINCREMENT makes them grow in commit order and never be reused. */
const syncId = () => integer("id").primaryKey({ autoIncrement: true });

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
