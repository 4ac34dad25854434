import { type SQL, sql } from "drizzle-orm";
import type { NotificationType } from "~/contract/notifications";
import { notBlocked } from "./blocks";
import type { Db } from "./client";
import { notifications } from "./schema";

interface Notice {
  type: NotificationType;
  fromUserId: string;
  /** ISO 8601. */
  createdAt: string;
  /** The post it is about. */
  entityId: string;
}

/**
 * The statement that notifies the owner of the post it is about, to be put in the batch of the write it belongs to: both
 * are stored, or neither is. Nobody is notified of what they did themselves, or of a post that a block keeps from them. A
 * second like or save of the same post stores nothing new.
 * @returns a statement that answers `{id, userId}` of what it stored: what is to be told live, and to whom
 */
export function notifyPostOwner(db: Db, notice: Notice) {
  const owner = sql`FROM posts WHERE id = ${notice.entityId} AND user_id <> ${notice.fromUserId}`;
  return notify(db, owner, sql`user_id`, notice);
}

/**
 * The same, to every member whose username a text names (app/contract/text-links.ts) and who may open the post; to nobody
 * when the post is gone or its owner has blocked the writer, who then could not write there either.
 */
export function notifyMentioned(db: Db, usernames: string[], notice: Notice) {
  return notify(db, named(usernames, notice), sql`id`, notice);
}

/** The same after a text has changed: whom the writer has mentioned at this post before hears nothing new. */
export function notifyNewlyMentioned(db: Db, usernames: string[], notice: Notice) {
  const isNew = sql`NOT EXISTS (SELECT 1 FROM notifications n
    WHERE n.user_id = users.id AND n.from_user_id = ${notice.fromUserId} AND n.type = ${notice.type}
      AND n.entity_id = ${notice.entityId})`;
  return notify(db, sql`${named(usernames, notice)} AND ${isNew}`, sql`id`, notice);
}

/**
 * Notifies a member that a post is shared with them. While they have not read of it, sharing it again stores nothing new;
 * once they have, the new one takes the old one's place. One statement, so that nothing goes where nothing can come.
 */
export function notifyShared(db: Db, userId: string, notice: Omit<Notice, "type">) {
  const { fromUserId, entityId, createdAt } = notice;
  // The list of types is that of the unique index, word for word: without it SQLite would not look there.
  return db.all<{ id: number; userId: string }>(sql`
    INSERT OR REPLACE INTO notifications (user_id, from_user_id, type, entity_id, is_read, created_at)
    SELECT id, ${fromUserId}, 'post_share', ${entityId}, 0, ${createdAt}
    FROM users WHERE id = ${userId} AND id <> ${fromUserId} AND ${mayOpen(entityId, sql`users.id`)}
      AND NOT EXISTS (SELECT 1 FROM notifications n
        WHERE n.user_id = users.id AND n.from_user_id = ${fromUserId} AND n.type = 'post_share'
          AND n.entity_id = ${entityId} AND n.is_read = 0 AND n.type IN ('like', 'save', 'post_share'))
    RETURNING id AS id, user_id AS userId`);
}

function named(usernames: string[], { fromUserId, entityId }: Notice): SQL {
  return sql`FROM users WHERE id <> ${fromUserId}
    AND lower(username) IN (SELECT lower(value) FROM json_each(${JSON.stringify(usernames)}))
    AND ${mayOpen(entityId, fromUserId, sql`users.id`)}`;
}

/** A condition: the post is there, and no block is between its owner and these members. */
function mayOpen(postId: string, ...memberIds: (string | SQL)[]): SQL {
  const open = memberIds.map((id) => sql` AND ${notBlocked(id, sql`p.user_id`)}`);
  return sql`EXISTS (SELECT 1 FROM posts p WHERE p.id = ${postId}${sql.join(open)})`;
}

function notify(db: Db, from: SQL, userId: SQL, { type, fromUserId, entityId, createdAt }: Notice) {
  return db
    .insert(notifications)
    .select(
      sql`
        SELECT NULL AS id, ${userId} AS user_id, ${fromUserId} AS from_user_id, ${type} AS type, ${entityId} AS entity_id,
          0 AS is_read, ${createdAt} AS created_at
        ${from}`,
    )
    .onConflictDoNothing()
    .returning({ id: notifications.id, userId: notifications.userId });
}
