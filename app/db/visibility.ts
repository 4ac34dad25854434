import { type SQL, sql } from "drizzle-orm";
import { notBlocked } from "./blocks";
import { type KeyedMember, keyOf, memberKey } from "./keys";

/** A viewer as a statement names them: public id and key, as values or columns. */
export interface Viewer {
  id: string | SQL;
  key: SQL;
}

/** Returns the viewer by public id, for a statement that does not read their row. */
export const viewerWith = (id: string | SQL): Viewer => ({ id, key: memberKey(id) });

/** Returns the viewer of a use case, for conditions (`keyOf`). */
export const asViewer = (viewer: KeyedMember): Viewer => ({ id: viewer.id, key: keyOf(viewer) });

/** The viewer of a statement that reads `users me`. */
export const viewerRow: Viewer = { id: sql`me.id`, key: sql`me.key` };

/** Returns the condition that a viewer sees all posts of a member, blocks apart: their own, or a connection's. */
export const seesAllOf = (owner: SQL, { id, key }: Viewer): SQL => sql`(${owner} = ${id} OR EXISTS (
  SELECT 1 FROM connection_sides WHERE member = ${key} AND accepted = 1 AND other = ${owner}))`;

/**
 * Returns the condition that a post's visibility includes a viewer, blocks apart. Reads a row only for `connections`.
 * @param post the alias of the table `posts`
 */
export const isFor = (viewer: Viewer, post: SQL = sql`p`): SQL =>
  sql`(${post}.visibility = 'everyone' OR ${seesAllOf(sql`${post}.user_id`, viewer)})`;

/**
 * Returns the condition that a viewer may see a post: neither its visibility nor a block or a suspension hides it
 * (docs/product.md#visibility). Every statement that reads or changes a post for a member has it.
 * @param post the alias of the table `posts`
 */
export const maySee = (viewer: Viewer, post: SQL = sql`p`): SQL =>
  sql`${isFor(viewer, post)} AND ${notBlocked(viewer.id, sql`${post}.user_id`)}`;

/**
 * Returns the query, without order and limit, for the posts `p` of a member that are for a viewer, blocks apart. Of two
 * ranges, all posts and those for everyone, one is empty: it reads no excess post. With `ORDER BY id DESC` SQLite
 * merges them.
 * @param seesAll SQL for whether the viewer sees all of them
 * @param before SQL for an upper bound of the ids
 */
export function postsOf(
  owner: SQL,
  { columns, seesAll, before }: { columns: SQL; seesAll: SQL; before: SQL },
): SQL {
  return sql`
    SELECT ${columns} FROM posts p WHERE p.user_id = ${owner} AND p.id < iif(${seesAll}, ${before}, '')
    UNION ALL
    SELECT ${columns} FROM posts p INDEXED BY posts_everyone
      WHERE p.user_id = ${owner} AND p.visibility = 'everyone' AND p.id < iif(${seesAll}, '', ${before})`;
}
