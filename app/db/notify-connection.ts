import { type SQL, sql } from "drizzle-orm";
import { keyOf, type Member, memberKey } from "./keys";
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

/**
 * Deletes the notification of a request if the statement before it in the batch changed a row, so nobody can answer a request that
 * no longer exists. SQLite would read the recipient's range instead of the index.
 */
export function removeRequestNotification({ to, from }: { to: string; from: Member }): SQL {
  return sql`
    DELETE FROM notices INDEXED BY notices_sender
    WHERE sender = ${keyOf(from)} AND member = ${memberKey(to)} AND type = 'connection_request' AND ${isIndexed}
      AND changes() > 0`;
}
