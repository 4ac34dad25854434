import { sql } from "drizzle-orm";
import { AI_UNSAVED_HOURS } from "~/contract/limits";
import { HOUR_MS } from "~/contract/time";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";

const BATCH = 200;
const USES_BATCH = 500;

/**
 * Deletes AI images that were not saved within a day, which queues their files for `sweepRemovals`, and uses that no quota
 * counts any more. After an interruption the next run continues.
 * @returns the number of deleted rows; 0 when none are left
 */
export async function sweepUnsaved(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  const before = new Date(ctx.now().getTime() - AI_UNSAVED_HOURS * HOUR_MS).toISOString();
  const images = await ctx.db.all<{ id: string }>(sql`
    DELETE FROM ai_images WHERE id IN (
      SELECT id FROM ai_images WHERE saved_at IS NULL AND created_at < ${before} ${limit(BATCH)})
    RETURNING id AS id`);
  const uses = await ctx.db.run(sql`
    DELETE FROM ai_uses WHERE id IN (
      SELECT id FROM ai_uses WHERE created_at < ${before} ORDER BY created_at ${limit(USES_BATCH)})`);
  return images.length + uses.meta.changes;
}
