import { sql } from "drizzle-orm";
import { WAITING_DAYS } from "~/contract/account-limits";
import { DAY_MS } from "~/contract/time";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";

/** Accounts that one step deletes. They have nothing but their names. */
const STEP = 50;

/** Deletes accounts that have waited for approval for 30 days. @returns their number */
export async function sweepWaiting({ db, now }: Pick<Ctx, "db" | "now">): Promise<number> {
  const before = new Date(now().getTime() - WAITING_DAYS * DAY_MS).toISOString();
  const deleted = await db.all(sql`
    DELETE FROM users WHERE id IN (
      SELECT member_id FROM waiting_members WHERE created_at <= ${before} ORDER BY created_at ${limit(STEP)})
    RETURNING id`);
  return deleted.length;
}
