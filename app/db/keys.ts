import { is, SQL, sql } from "drizzle-orm";

/**
 * Tables refer to members and posts by `key`, a number inside the database (docs/database.md#conventions). Calls and
 * frames have public ids only; these expressions convert them.
 */

/** Returns the key of the member with a public id; NULL when there is none. */
export const memberKey = (id: string | SQL): SQL => sql`(SELECT key FROM users WHERE id = ${id})`;

/** A member whose key may be known: the session look-up reads the viewer's. */
export interface KeyedMember {
  id: string;
  key?: number | undefined;
}

/** A member by public id or as `KeyedMember`. */
export type Member = string | SQL | KeyedMember;

/**
 * Returns a member's key for conditions: the known one, which reads no row, or a look-up. A statement that stores a key
 * uses `memberKey`: a known key can be another member's, since the next account gets the key of a deleted newest one.
 */
export function keyOf(member: Member): SQL {
  if (typeof member === "string" || is(member, SQL)) return memberKey(member);
  return member.key === undefined ? memberKey(member.id) : sql`${member.key}`;
}

/** Returns the key of the post with a public id; NULL when there is none. */
export const postKey = (id: string | SQL): SQL => sql`(SELECT key FROM posts WHERE id = ${id})`;

/** Returns the key for a new row, for the statement that inserts it. The trigger would write the row twice. */
export const nextKey = (table: "users" | "posts"): SQL =>
  sql`(SELECT coalesce(max(key), 0) + 1 FROM ${sql.identifier(table)})`;
