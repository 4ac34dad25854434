import { type SQL, sql } from "drizzle-orm";

/** The id of who goes by a username, or went by it in the last 30 days; NULL for nobody. An expression for a statement. */
export function memberNamed(username: string, now: Date): SQL {
  return sql`coalesce(
    (SELECT id FROM users WHERE lower(username) = lower(${username})),
    (SELECT user_id FROM former_usernames WHERE username = lower(${username}) AND expires_at > ${now.toISOString()}))`;
}
