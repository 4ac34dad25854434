import { sql } from "drizzle-orm";
import type { Db } from "~/db/client";

interface RunResult {
  /** The rows or files that each sweep has handled. */
  swept: Record<string, number>;
  /** The names of the sweeps that have failed. */
  failed: string[];
  /** Whether work is left for the next run. */
  isCut: boolean;
}

/** Stores the result of an hourly run in place of the one before, for the health page. @param tookMs in milliseconds */
export async function storeLastRun(
  db: Db,
  { swept, failed, isCut }: RunResult,
  tookMs: number,
  endedAt = Date.now(),
): Promise<void> {
  await db.run(sql`
    INSERT OR REPLACE INTO last_run (id, ended_at, took_ms, swept, failed, is_cut)
    VALUES (1, ${endedAt}, ${tookMs}, ${JSON.stringify(swept)}, ${JSON.stringify(failed)}, ${isCut ? 1 : 0})`);
}
