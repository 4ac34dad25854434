import { inArray, sql } from "drizzle-orm";
import { limit } from "~/db/limit";
import { mediaRemovals } from "~/db/schema";
import type { Ctx } from "../context";

/** D1 binds at most 100 parameters a statement. */
const BATCH = 100;
/** Three cache entries go with a photo, and a Worker may make 1,000 calls: the rest waits for the next sweep. */
const ROUNDS = 2;

/**
 * Removes the stored objects of photos whose rows are gone, and then the word left about them: cut short anywhere, the
 * next sweep starts over, and removing twice does no harm.
 * @returns the photos removed; `200` means that there may be more
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
