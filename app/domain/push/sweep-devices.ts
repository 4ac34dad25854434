import { sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";

/** Devices that one call checks. */
const BATCH = 500;
const NAME = "push-devices";

type SweepCtx = Pick<Ctx, "db"> & { push: Pick<NonNullable<Ctx["push"]>, "isEndpoint"> | null };

/**
 * Deletes devices whose push service the site does not know (`push-hosts.ts`): they are from before the list, or the
 * operator has removed theirs. Continues where the last call stopped, and begins again after the last device.
 * @returns the number of devices checked; 0 after the last one
 */
export async function sweepDevices({ db, push }: SweepCtx): Promise<number> {
  if (!push) return 0;
  const devices = await db.all<{ sessionId: string; endpoint: string }>(sql`
    SELECT session_id AS sessionId, endpoint FROM push_subscriptions
    WHERE session_id > coalesce((SELECT seen_to FROM sweeps WHERE name = ${NAME}), '')
    ORDER BY session_id ${limit(BATCH)}`);
  const unknown = devices
    .filter(({ endpoint }) => !push.isEndpoint(endpoint))
    .map(({ sessionId }) => sessionId);
  const last = devices.length === BATCH ? (devices.at(-1)?.sessionId ?? "") : "";
  await batchRows(db, [
    sql`DELETE FROM push_subscriptions WHERE session_id IN (SELECT value FROM json_each(${JSON.stringify(unknown)}))`,
    sql`
      INSERT INTO sweeps (name, seen_to) VALUES (${NAME}, ${last})
      ON CONFLICT (name) DO UPDATE SET seen_to = excluded.seen_to`,
  ]);
  return last === "" ? 0 : devices.length;
}
