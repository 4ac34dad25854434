import { type SQL, sql } from "drizzle-orm";

interface Between {
  /** Who is told. */
  to: string;
  /** Whose doing it is. */
  from: string;
  now: Date;
}

/**
 * Notifies of a connection, if and only if the statement before it in the same batch changed a row: SQLite's
 * `changes()` counts the rows of the last finished statement, without those of triggers. What kind it is comes from `kind`,
 * an SQL expression.
 * @returns a statement that answers `{id, type}` of what it stored, or nothing
 */
export function notifyOfChange({ to, from, now }: Between, kind: SQL): SQL {
  return sql`
    INSERT INTO notifications (user_id, from_user_id, type, created_at)
    SELECT ${to}, ${from}, ${kind}, ${now.toISOString()} WHERE changes() > 0
    RETURNING id, type`;
}

/** Takes back what told a member of a request, so that nobody is offered to answer one that is gone. */
export function withdrawRequestNotification(between: Omit<Between, "now">): SQL {
  return sql`
    DELETE FROM notifications
    WHERE user_id = ${between.to} AND from_user_id = ${between.from} AND type = 'connection_request'`;
}

/** Of all requests a member has made to another over time, only the last can be answered, and only it is kept. */
export function forgetOlderRequests(between: Omit<Between, "now">): SQL {
  const { to, from } = between;
  return sql`
    ${withdrawRequestNotification(between)} AND id < (
      SELECT max(id) FROM notifications
      WHERE user_id = ${to} AND from_user_id = ${from} AND type = 'connection_request')`;
}

/** Marks a request's notification read: answering it is reading it. */
export function readRequestNotification(between: Omit<Between, "now">): SQL {
  return sql`
    UPDATE notifications SET is_read = 1
    WHERE user_id = ${between.to} AND from_user_id = ${between.from} AND type = 'connection_request' AND is_read = 0`;
}
