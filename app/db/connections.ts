import { type SQL, sql } from "drizzle-orm";

/** A source of the members somebody is connected with, as `id`, and each connection's `pair`; a range of one index a side. */
export function connectionsOf(memberId: string): SQL {
  return sql`
    SELECT following_id AS id, pair FROM connections WHERE follower_id = ${memberId} AND status = 'accepted'
    UNION ALL SELECT follower_id, pair FROM connections WHERE following_id = ${memberId} AND status = 'accepted'`;
}
