import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/db/client";
import { connectionsOf } from "~/db/connections";
import { onlineMembers } from "~/db/schema";

/** The ids of a member's connections that are online, in the name `id`: only they are worth a call. */
export function onlineAudience(memberId: string): SQL {
  return sql`
    SELECT c.id AS id FROM (${connectionsOf(memberId)}) c JOIN online_members o ON o.user_id = c.id`;
}

/** Those of them that a member may see and be seen by: nobody, if either side hides (contract.md "The channel"). */
function visibleOnline(memberId: string): SQL {
  return sql`
    ${onlineAudience(memberId)} JOIN users u ON u.id = c.id
    WHERE u.presence_hidden = 0 AND (SELECT presence_hidden FROM users WHERE id = ${memberId}) = 0`;
}

async function idsOf(db: Db, query: SQL): Promise<string[]> {
  return (await db.all<{ id: string }>(query)).map(({ id }) => id);
}

/** A member's connections that are online, hidden or not: to whom what happens to the member's posts is told. */
export function listOnlineAudience(db: Db, memberId: string): Promise<string[]> {
  return idsOf(db, onlineAudience(memberId));
}

/** Whom a member sees online, and who sees them: the two are always the same. */
export function listVisibleOnline(db: Db, memberId: string): Promise<string[]> {
  return idsOf(db, visibleOnline(memberId));
}

/** Writes down that a member is online. A member that is gone, or online already, is no error. */
export async function markOnline(db: Db, memberId: string, now: Date): Promise<void> {
  await db.run(sql`
    INSERT INTO online_members (user_id, since) SELECT id, ${now.toISOString()} FROM users WHERE id = ${memberId}
    ON CONFLICT (user_id) DO NOTHING`);
}

/** Writes down that a member is not online. One that is not listed is no error. */
export async function markOffline(db: Db, memberId: string): Promise<void> {
  await db.delete(onlineMembers).where(eq(onlineMembers.userId, memberId));
}

/**
 * Takes out members of whom the list says online and whose hub says not, as a lost hub leaves them. Who has come online
 * after `before` is left alone.
 */
export async function removeStaleOnline(db: Db, memberIds: string[], before: Date): Promise<void> {
  await db.run(sql`
    DELETE FROM online_members
    WHERE since < ${before.toISOString()} AND user_id IN (SELECT value FROM json_each(${JSON.stringify(memberIds)}))`);
}

/** Of two members, those that the other may see online now. */
export function listVisibleOnlineOfPair(db: Db, a: string, b: string): Promise<string[]> {
  return idsOf(
    db,
    sql`
      SELECT o.user_id AS id FROM online_members o
      WHERE o.user_id IN (${a}, ${b})
        AND (SELECT max(presence_hidden) FROM users WHERE id IN (${a}, ${b})) = 0`,
  );
}
