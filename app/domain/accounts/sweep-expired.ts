import { type SQL, sql } from "drizzle-orm";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";

const BATCH = 500;

/**
 * Deletes sessions, links to set a password and usernames kept for their former members whose time is over: nothing
 * reads them any more. A link that was used stays until its hour is over, for the count of links an hour.
 * @returns how many rows went; 0 when there are no more
 */
export async function sweepExpired({ db, now }: Pick<Ctx, "db" | "now">): Promise<number> {
  const at = now().toISOString();
  const expired = (table: SQL, key: SQL) => sql`
    DELETE FROM ${table} WHERE ${key} IN (
      SELECT ${key} FROM ${table} WHERE expires_at <= ${at} ORDER BY expires_at ${limit(BATCH)})`;
  let gone = 0;
  for (const statement of [
    expired(sql`sessions`, sql`id`),
    expired(sql`password_resets`, sql`id`),
    expired(sql`former_usernames`, sql`username`),
  ]) {
    gone += (await db.run(statement)).meta.changes;
  }
  return gone;
}
