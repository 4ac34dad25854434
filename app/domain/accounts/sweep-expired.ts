import { type SQL, sql } from "drizzle-orm";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";

const BATCH = 500;

/**
 * Deletes expired sessions, reset links and reserved usernames, up to 500 each. A used reset link stays until it expires,
 * because it counts towards the limit of links an hour.
 * @returns the number of deleted rows; 0 when none are left
 */
export async function sweepExpired({ db, now }: Pick<Ctx, "db" | "now">): Promise<number> {
  const at = now().toISOString();
  const expired = (table: SQL, key: SQL) => sql`
    DELETE FROM ${table} WHERE ${key} IN (
      SELECT ${key} FROM ${table} WHERE expires_at <= ${at} ORDER BY expires_at ${limit(BATCH)})`;
  let deleted = 0;
  for (const statement of [
    expired(sql`sessions`, sql`id`),
    expired(sql`password_resets`, sql`id`),
    expired(sql`former_usernames`, sql`username`),
  ]) {
    deleted += (await db.run(statement)).meta.changes;
  }
  return deleted;
}
