import { inArray, sql } from "drizzle-orm";
import { limit } from "~/db/limit";
import { mediaRemovals } from "~/db/schema";
import type { Ctx } from "../context";

/** D1 binds at most 100 parameters to a statement. */
const BATCH = 100;
/** A photo takes three cache deletions, and a Worker may make 1,000 subrequests; the next sweep does the rest. */
const ROUNDS = 2;

/**
 * Removes the stored objects of photos whose rows were deleted, then the queue entries in `media_removals`. Idempotent:
 * after an interruption the next sweep repeats it.
 * @returns the number of removed photos; 200 means that there may be more
 */
export async function sweepRemovals({ db, media }: Pick<Ctx, "db" | "media">): Promise<number> {
  let removed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const rows = await db.all<{ mediaId: string }>(
      sql`SELECT media_id AS mediaId FROM media_removals ORDER BY media_id ${limit(BATCH)}`,
    );
    const ids = rows.map(({ mediaId }) => mediaId);
    if (ids.length === 0) break;
    await media.remove(ids);
    await db.delete(mediaRemovals).where(inArray(mediaRemovals.mediaId, ids));
    removed += ids.length;
    if (ids.length < BATCH) break;
  }
  return removed;
}
