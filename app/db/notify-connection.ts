import { type SQL, sql } from "drizzle-orm";
import { memberKey } from "./keys";
import { isIndexed, nextNoticeId } from "./notify";

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
    INSERT INTO notices (member, is_read, id, sender, type, created_at)
    SELECT key, 0, ${nextNoticeId(sql`users.key`)}, ${memberKey(from)}, ${type}, ${now.getTime()}
    FROM users WHERE id = ${to} AND changes() > 0
    RETURNING id, type`;
}

/** The notifications of requests of one member to another. SQLite would read the recipient's range instead of the index. */
const bySender = sql`notices INDEXED BY notices_sender`;
const ofRequests = ({ to, from }: Omit<Notice, "now">) => sql`
  sender = ${memberKey(from)} AND member = ${memberKey(to)} AND type = 'connection_request' AND ${isIndexed}`;

/** Deletes the notification of a request, so nobody can answer a request that no longer exists. */
export function removeRequestNotification(notice: Omit<Notice, "now">): SQL {
  return sql`DELETE FROM ${bySender} WHERE ${ofRequests(notice)}`;
}

/** Deletes the notifications of earlier requests: only the last request of a member to another can be answered. */
export function removeOlderRequests(notice: Omit<Notice, "now">): SQL {
  return sql`${removeRequestNotification(notice)} AND EXISTS (
    SELECT 1 FROM notices n INDEXED BY notices_sender
    WHERE n.sender = notices.sender AND n.member = notices.member AND n.type = notices.type AND n.id > notices.id
      AND ${isIndexed})`;
}

/** Marks the notification of an answered request as read. */
export function readRequestNotification(notice: Omit<Notice, "now">): SQL {
  return sql`UPDATE ${bySender} SET is_read = 1 WHERE ${ofRequests(notice)} AND is_read = 0`;
}
