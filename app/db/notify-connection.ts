import { type SQL, sql } from "drizzle-orm";

interface Notice {
  /** The id of the recipient. */
  to: string;
  /** The id of the member who acted. */
  from: string;
  now: Date;
}

/**
 * Returns the statement that notifies of a change to a connection if the statement before it in the batch changed a row:
 * SQLite's `changes()` counts the rows of the last statement, without those of triggers.
 * @param type an SQL expression for the notification's type
 * @returns a statement with the row `{id, type}` that it stored, if any
 */
export function notifyOfChange({ to, from, now }: Notice, type: SQL): SQL {
  return sql`
    INSERT INTO notifications (user_id, from_user_id, type, created_at)
    SELECT ${to}, ${from}, ${type}, ${now.toISOString()} WHERE changes() > 0
    RETURNING id, type`;
}

/** Deletes the notification of a request, so nobody can answer a request that no longer exists. */
export function removeRequestNotification(notice: Omit<Notice, "now">): SQL {
  return sql`
    DELETE FROM notifications
    WHERE user_id = ${notice.to} AND from_user_id = ${notice.from} AND type = 'connection_request'`;
}

/** Deletes the notifications of earlier requests: only the last request of a member to another can be answered. */
export function removeOlderRequests(notice: Omit<Notice, "now">): SQL {
  const { to, from } = notice;
  return sql`
    ${removeRequestNotification(notice)} AND id < (
      SELECT max(id) FROM notifications
      WHERE user_id = ${to} AND from_user_id = ${from} AND type = 'connection_request')`;
}

/** Marks the notification of an answered request as read. */
export function readRequestNotification(notice: Omit<Notice, "now">): SQL {
  return sql`
    UPDATE notifications SET is_read = 1
    WHERE user_id = ${notice.to} AND from_user_id = ${notice.from} AND type = 'connection_request' AND is_read = 0`;
}
