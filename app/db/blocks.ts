import { type SQL, sql } from "drizzle-orm";

/**
 * Returns the condition that neither of two members has blocked the other and that the second is not suspended: a
 * suspension hides a member from everybody, as a block does. One index look-up per direction.
 * Example: `WHERE p.id = ${id} AND ${notBlocked(ctx.viewer.id, sql`p.user_id`)}`.
 * @param memberId a column of the surrounding statement, or a value
 */
export function notBlocked(viewerId: string | SQL, memberId: SQL | string): SQL {
  return sql`
    NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${viewerId} AND blocked_id = ${memberId})
    AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = ${memberId} AND blocked_id = ${viewerId})
    AND NOT EXISTS (SELECT 1 FROM suspensions WHERE member_id = ${memberId})`;
}
