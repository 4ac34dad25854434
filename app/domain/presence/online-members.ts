import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { connectionsOf } from "~/db/connections";
import { readIds } from "~/db/ids-of";
import { IDEMPOTENT } from "~/db/repeatable";

/** Selects, as `id`, the member's connections that are online. */
export function onlineAudience(memberId: string): SQL {
  return sql`
    SELECT c.id AS id FROM (${connectionsOf(memberId)}) c JOIN online_members o ON o.user_id = c.id`;
}

/** Selects the online connections where neither side hides its presence (docs/product.md#presence). */
function visibleOnline(memberId: string): SQL {
  return sql`
    ${onlineAudience(memberId)} JOIN users u ON u.id = c.id
    WHERE u.presence_hidden = 0 AND (SELECT presence_hidden FROM users WHERE id = ${memberId}) = 0`;
}

/** Returns a member's online connections, hidden or not: the audience of events about the member's posts. */
export function listOnlineAudience(db: Db, memberId: string): Promise<string[]> {
  return readIds(db, onlineAudience(memberId));
}

/** Returns the connections that a member sees online; they are the same as those who see the member. */
export function listVisibleOnline(db: Db, memberId: string): Promise<string[]> {
  return readIds(db, visibleOnline(memberId));
}

/** Lists a member as online. Idempotent; does nothing for a deleted member. */
export async function markOnline(db: Db, memberId: string, now: Date): Promise<void> {
  await db.run(sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO online_members (user_id, since) SELECT id, ${now.toISOString()} FROM users WHERE id = ${memberId}
    ON CONFLICT (user_id) DO NOTHING`);
}

/** Removes a member from the list of online members. Idempotent. */
export async function markOffline(db: Db, memberId: string): Promise<void> {
  await db.run(sql`${sql.raw(IDEMPOTENT)} DELETE FROM online_members WHERE user_id = ${memberId}`);
}

/**
 * Removes members that are listed online but whose hub has no open socket, as a crashed hub leaves them.
 * @param before entries since then stay: their hub may just be starting
 */
export async function removeStaleOnline(db: Db, memberIds: string[], before: Date): Promise<void> {
  await db.run(sql`${sql.raw(IDEMPOTENT)}
    DELETE FROM online_members
    WHERE since < ${before.toISOString()} AND user_id IN (SELECT value FROM json_each(${JSON.stringify(memberIds)}))`);
}

/** Returns those of two members that the other may see online. */
export function listVisibleOnlineOfPair(db: Db, a: string, b: string): Promise<string[]> {
  return readIds(
    db,
    sql`
      SELECT o.user_id AS id FROM online_members o
      WHERE o.user_id IN (${a}, ${b})
        AND (SELECT max(presence_hidden) FROM users WHERE id IN (${a}, ${b})) = 0`,
  );
}
