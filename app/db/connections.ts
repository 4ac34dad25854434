import { type SQL, sql } from "drizzle-orm";

/** Returns a query for the connections of a member: the other member's `id`, and the `pair`. Reads one index range per side. */
export function connectionsOf(memberId: string | SQL): SQL {
  return sql`
    SELECT following_id AS id, pair FROM connections WHERE follower_id = ${memberId} AND status = 'accepted'
    UNION ALL SELECT follower_id AS id, pair FROM connections WHERE following_id = ${memberId} AND status = 'accepted'`;
}

/** Returns the `pair` of two members as an SQL expression. */
export function pairIn(a: string | SQL, b: string | SQL): SQL {
  return sql`min(${a}, ${b}) || ':' || max(${a}, ${b})`;
}
