import { type SQL, sql } from "drizzle-orm";

/**
 * Returns an SQL expression: the id of the member who has a username or gave it up in the last 30 days, or NULL. When there is
 * none and the name ends with full stops, the name without them counts: a mention can end a sentence (docs/product.md#posts).
 */
export function memberNamed(username: string, now: Date): SQL {
  const bare = username.replace(/\.+$/, "");
  const names = bare === username ? [username] : [username, bare];
  const ids = names.flatMap((name) => [
    sql`(SELECT id FROM users WHERE lower(username) = lower(${name}))`,
    sql`(SELECT user_id FROM former_usernames WHERE username = lower(${name}) AND expires_at > ${now.toISOString()})`,
  ]);
  return sql`coalesce(${sql.join(ids, sql`, `)})`;
}
