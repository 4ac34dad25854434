import { type SQL, sql } from "drizzle-orm";

/**
 * A condition for any read or write between two members: neither has blocked the other. Costs one index look-up each
 * way. Example: `WHERE p.id = ${id} AND ${notBlocked(ctx.viewer.id, sql`p.user_id`)}`.
 * @param memberId a column of the statement around it, or a value
 */
export function notBlocked(viewerId: string | SQL, memberId: SQL | string): SQL {
  return sql`
    NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${viewerId} AND blocked_id = ${memberId})
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${memberId} AND blocked_id = ${viewerId})`;
}
