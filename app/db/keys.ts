import { type SQL, sql } from "drizzle-orm";

/**
 * Tables refer to members and posts by `key`, a number inside the database (docs/database.md#conventions). Use cases, calls and
 * frames know public ids only; these expressions lead from the one to the other.
 */

/** Returns the key of the member with a public id; NULL when there is none. */
export const memberKey = (id: string | SQL): SQL => sql`(SELECT key FROM users WHERE id = ${id})`;

/** Returns the key of the post with a public id; NULL when there is none. */
export const postKey = (id: string | SQL): SQL => sql`(SELECT key FROM posts WHERE id = ${id})`;

/** Returns the key for a new row, for the statement that inserts it. The trigger would write the row twice. */
export const nextKey = (table: "users" | "posts"): SQL =>
  sql`(SELECT coalesce(max(key), 0) + 1 FROM ${sql.identifier(table)})`;
