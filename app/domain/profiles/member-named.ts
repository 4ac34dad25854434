import { type SQL, sql } from "drizzle-orm";
import { currentTime } from "~/db/viewer-query";

/**
 * Returns an SQL expression: the id of the member who has a username or gave it up in the last 30 days, or NULL. When
 * there is none and the name ends with full stops, the name without them counts: a mention can end a sentence
 * (docs/product.md#posts). Its placeholders are those of `namesOf`.
 */
export function memberNamed(): SQL {
  const ids = ["username", "bare"].flatMap((name) => [
    sql`(SELECT id FROM users WHERE lower(username) = lower(${sql.placeholder(name)}))`,
    sql`(SELECT user_id FROM former_usernames
      WHERE username = lower(${sql.placeholder(name)}) AND expires_at > ${currentTime})`,
  ]);
  return sql`coalesce(${sql.join(ids, sql`, `)})`;
}

/** Returns the values of `memberNamed`. */
export function namesOf(username: string): { username: string; bare: string } {
  return { username, bare: username.replace(/\.+$/, "") };
}
