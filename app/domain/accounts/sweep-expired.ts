import { type SQL, sql } from "drizzle-orm";
import { firstIdOf } from "~/contract/ids";
import { DAY_MS } from "~/contract/time";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";

const BATCH = 500;

/**
 * Deletes expired sessions, mailed links, reserved usernames and records of connection requests, up to 500 each. A used link
 * stays until it expires, because it counts towards the limit of links an hour.
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
    expired(sql`email_changes`, sql`id`),
    expired(sql`email_undos`, sql`id`),
    expired(sql`former_usernames`, sql`username`),
  ]) {
    deleted += (await db.run(statement)).meta.changes;
  }
  // Requests that no limit counts any more; a UUIDv7 sorts by its time.
  const requests = sql`
    DELETE FROM connection_requests WHERE id IN (
      SELECT id FROM connection_requests WHERE id < ${firstIdOf(now().getTime() - DAY_MS)} ${limit(BATCH)})`;
  return deleted + (await db.run(requests)).meta.changes;
}
