import { type SQL, sql } from "drizzle-orm";

/** Returns an SQL expression: the id of the member who has a username or gave it up in the last 30 days, or NULL. */
export function memberNamed(username: string, now: Date): SQL {
  return sql`coalesce(
    (SELECT id FROM users WHERE lower(username) = lower(${username})),
    (SELECT user_id FROM former_usernames WHERE username = lower(${username}) AND expires_at > ${now.toISOString()}))`;
}
