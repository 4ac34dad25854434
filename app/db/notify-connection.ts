import { type SQL, sql } from "drizzle-orm";
import { keyOf, type Member, memberKey } from "./keys";
import { isIndexed, nextNotificationId, wasWithdrawn } from "./notify";
import { wants } from "./wants";

interface NewNotification {
  /** The id of the recipient. */
  to: string;
  /** The id of the member who acted. */
  from: string;
  now: Date;
}

/**
 * Returns the statement that notifies of a change to a connection if the statement before it in the batch changed a
 * row: SQLite's `changes()` counts the rows of the last statement, without those of triggers. It stores nothing for a
 * recipient who does not want notifications of connections.
 * @param type an SQL expression for the notification's type
 * @returns a statement with the row `{id, type, isAgain}` that it stored, if any; `isAgain` as in `StoredNotification`
 */
export function notifyOfChange({ to, from, now }: NewNotification, type: SQL): SQL {
  const sender = { id: from, key: memberKey(from) };
  return sql`
    INSERT INTO notices (member, is_read, id, sender, type, created_at)
    SELECT key, 0, ${nextNotificationId(sql`users.key`)}, ${sender.key}, ${type}, ${now.getTime()}
    FROM users WHERE id = ${to} AND changes() > 0
      AND ${wants(sql`users`, { channel: "app", kind: "connections", sender })}
    RETURNING id, type, ${wasWithdrawn({
      member: sql`notices.member`,
      sender: sql`notices.sender`,
      type: sql`notices.type`,
      about: sql`${from}`,
    })} AS isAgain`;
}

/**
 * Returns the statement that marks the notification of an answered request as read. The trigger
 * `notices_request_answered` does so only with a notification of the answer, which the requester may not want.
 */
export function readRequestNotification({ to, from }: { to: Member; from: string }): SQL {
  return sql`
    UPDATE notices SET is_read = 1 WHERE is_read = 0 AND (member, is_read, id) = (
      SELECT member, is_read, id FROM notices INDEXED BY notices_sender
      WHERE sender = ${memberKey(from)} AND member = ${keyOf(to)} AND type = 'connection_request' AND ${isIndexed})
      AND NOT EXISTS (
        SELECT 1 FROM connection_sides WHERE member = ${keyOf(to)} AND accepted = 0 AND other = ${from})`;
}

/**
 * Returns the statement that deletes the notification of a request if the statement before it in the batch changed a
 * row: nobody can answer a request that no longer exists. Without `INDEXED BY` SQLite reads the recipient's range.
 */
export function removeRequestNotification({ to, from }: { to: string; from: Member }): SQL {
  return sql`
    DELETE FROM notices INDEXED BY notices_sender
    WHERE sender = ${keyOf(from)} AND member = ${memberKey(to)} AND type = 'connection_request' AND ${isIndexed}
      AND changes() > 0`;
}
