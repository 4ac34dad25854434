import { type SQL, sql } from "drizzle-orm";

/** Returns the condition that a viewer has not muted a member: one index look-up. Only the viewer's lists have it. */
export function notMuted(viewerId: string | SQL, memberId: SQL | string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM mutes WHERE muter_id = ${viewerId} AND muted_id = ${memberId})`;
}
