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
  /** The id of the post. */
  entityId: string;
}

/**
 * Returns the statement that notifies a post's owner. Run it in the batch of the write that it belongs to, so both are
 * stored or neither is. It stores nothing for the member's own post, across a block, or for a second like or save.
 * @returns a statement with the rows `{id, userId}` that it stored, to publish to those members
 */
export function notifyPostOwner(db: Db, notice: Notice) {
  const owner = sql`FROM posts WHERE id = ${notice.entityId} AND user_id <> ${notice.fromUserId}`;
  return notify(db, owner, sql`user_id`, notice);
}

/**
 * Returns the statement that deletes the notification of a like or a save, unless the post's owner has read it.
 * @returns a statement with the row `{id, userId}` that it deleted, if any
 */
export function removeUnreadNotice(
  db: Db,
  { type, fromUserId, entityId }: Pick<Notice, "fromUserId" | "entityId"> & { type: "like" | "save" },
) {
  // SQLite uses the partial unique index only if the query repeats its condition on the type.
  return db
    .delete(notifications)
    .where(
      sql`
        user_id = (SELECT user_id FROM posts WHERE id = ${entityId}) AND from_user_id = ${fromUserId} AND type = ${type}
          AND entity_id = ${entityId} AND is_read = 0 AND type IN ('like', 'save', 'post_share')`,
    )
    .returning({ id: notifications.id, userId: notifications.userId });
}

/**
 * Returns the statement that notifies the members mentioned in a text (app/contract/text-links.ts) who may open the post.
 * It stores nothing when the post is deleted or its owner has blocked the author of the text. The post's owner is not
 * notified: a comment notifies them anyway.
 */
export function notifyMentioned(db: Db, usernames: string[], notice: Notice) {
  return notify(db, fromMentioned(usernames, notice), sql`id`, notice);
}

/** Does the same after an edit, for members whom the author has not mentioned at this post before. */
export function notifyNewlyMentioned(db: Db, usernames: string[], notice: Notice) {
  const isNew = sql`NOT EXISTS (SELECT 1 FROM notifications n
    WHERE n.user_id = users.id AND n.from_user_id = ${notice.fromUserId} AND n.type = ${notice.type}
      AND n.entity_id = ${notice.entityId})`;
  return notify(db, sql`${fromMentioned(usernames, notice)} AND ${isNew}`, sql`id`, notice);
}

/**
 * Returns the statement that notifies a member of a shared post. A repeated share stores nothing while the notification is
 * unread, and replaces it once it is read. One statement deletes and inserts, so the old one stays when the new one cannot
 * be stored.
 * @param condition must hold, else it stores nothing
 * @returns a statement with the row `{id, userId}` that it stored, if any
 */
export function notifyShared(userId: string, notice: Omit<Notice, "type">, condition: SQL): SQL {
  const { fromUserId, entityId, createdAt } = notice;
  // SQLite uses the partial unique index only if the query repeats its condition on the type.
  return sql`
    INSERT OR REPLACE INTO notifications (user_id, from_user_id, type, entity_id, is_read, created_at)
    SELECT id, ${fromUserId}, 'post_share', ${entityId}, 0, ${createdAt}
    FROM users WHERE id = ${userId} AND id <> ${fromUserId} AND ${condition}
      AND ${mayOpen(entityId, fromUserId, sql`users.id`)}
      AND NOT EXISTS (SELECT 1 FROM notifications n
        WHERE n.user_id = users.id AND n.from_user_id = ${fromUserId} AND n.type = 'post_share'
          AND n.entity_id = ${entityId} AND n.is_read = 0 AND n.type IN ('like', 'save', 'post_share'))
    RETURNING id AS id, user_id AS userId`;
}

function fromMentioned(usernames: string[], { fromUserId, entityId }: Notice): SQL {
  return sql`FROM users WHERE id <> ${fromUserId}
    AND lower(username) IN (
      SELECT (SELECT lower(u.username) FROM users u WHERE lower(u.username) IN (lower(value), rtrim(lower(value), '.'))
        ORDER BY length(u.username) DESC LIMIT 1)
      FROM json_each(${JSON.stringify(usernames)}))
    AND ${mayOpen(entityId, fromUserId, sql`users.id`)} AND id <> (SELECT user_id FROM posts WHERE id = ${entityId})`;
}

/** Returns the condition that the post exists and that none of the members has a block with its owner. */
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
