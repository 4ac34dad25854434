import { type SQL, sql } from "drizzle-orm";
import { type KeyedMember, keyOf } from "./keys";
import { notMuted } from "./mutes";
import { nextNotificationId, wasWithdrawn } from "./notify";
import { asViewer, maySee } from "./visibility";
import { wants } from "./wants";

/** A like or a save: each member stores one of a kind for a post. */
export interface Reaction {
  table: SQL;
  /** The column with the time; NULL after it was taken back. */
  at: SQL;
  /** The type of its notification. */
  type: "like" | "save";
}

export const like: Reaction = { table: sql`post_likes`, at: sql`liked_at`, type: "like" };
export const save: Reaction = { table: sql`post_saves`, at: sql`saved_at`, type: "save" };

/**
 * Returns the statement that stores a like or save of a post that the member may see, with its notification for the
 * owner (triggers `post_likes_noticed`, `post_saves_noticed`). The owner is not notified of an own one, one by a muted
 * member, an unwanted one, nor after an earlier notification was read. A repeated one changes nothing.
 * @param at SQL for the time in milliseconds, in which `m.key` is the member's key
 * @returns one row if it changed something: `notice`, the notification's id; `isAgain` as in `StoredNotification`
 */
export function react({ table, at: column, type }: Reaction, memberId: string, postId: string, at: SQL): SQL {
  const isWanted = wants(sql`o`, {
    channel: "app",
    kind: "likes",
    sender: { id: memberId, key: sql`m.key` },
  });
  return sql`
    INSERT INTO ${table} (post, member, owner, ${column}, notice)
    SELECT p.key, m.key, o.key, ${at}, iif(o.key <> m.key AND ${notMuted(sql`o.id`, memberId)} AND ${isWanted}, ${nextNotificationId(sql`o.key`)}, NULL)
    FROM posts p CROSS JOIN users o ON o.id = p.user_id CROSS JOIN users m
    WHERE p.id = ${postId} AND m.id = ${memberId} AND ${maySee({ id: memberId, key: sql`m.key` })}
    ON CONFLICT (post, member) DO UPDATE SET ${column} = excluded.${column} WHERE ${table}.${column} IS NULL
    RETURNING notice, ${wasWithdrawn({
      member: sql`${table}.owner`,
      sender: sql`${table}.member`,
      type: sql`${type}`,
      about: sql`${postId}`,
    })} AS isAgain`;
}

/**
 * Returns the statement that takes back a like or save of a post that the member may see. Triggers
 * (`post_likes_taken_back`, `post_saves_taken_back`) delete it and its notification, or leave a row naming a read one.
 * @returns a statement with one row if it changed something: `notice` is the id of its notification, or null
 */
export function unreact({ table, at }: Reaction, member: KeyedMember, postId: string): SQL {
  return sql`
    UPDATE ${table} SET ${at} = NULL
    WHERE post = (SELECT p.key FROM posts p WHERE p.id = ${postId} AND ${maySee(asViewer(member))})
      AND member = ${keyOf(member)} AND ${at} IS NOT NULL
    RETURNING notice`;
}

/** Returns the condition, for `posts p`, that a like or save has left such a row: its notification is still there. */
export function isRemembered({ table, at }: Reaction, member: KeyedMember): SQL {
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE post = p.key AND member = ${keyOf(member)} AND ${at} IS NULL)`;
}
