import { sql } from "drizzle-orm";
import { AI_UNSAVED_HOURS } from "~/contract/limits";
import { HOUR_MS } from "~/contract/time";
import { limit } from "~/db/limit";
import type { Ctx } from "../context";

const BATCH = 200;
const USES_BATCH = 500;

/**
 * Deletes AI images that nobody saved within a day, leaving word of their stored pictures for `sweepRemovals`, and the
 * record of uses that no limit looks at any more. Cut short anywhere, the next run goes on.
 * @returns how many rows went; 0 when there are no more
 */
export async function sweepUnsaved(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  const before = new Date(ctx.now().getTime() - AI_UNSAVED_HOURS * HOUR_MS).toISOString();
  const gone = await ctx.db.all<{ id: string }>(sql`
    DELETE FROM ai_images WHERE id IN (
      SELECT id FROM ai_images WHERE saved_at IS NULL AND created_at < ${before} ${limit(BATCH)})
    RETURNING id AS id`);
  const uses = await ctx.db.run(sql`
    DELETE FROM ai_uses WHERE id IN (
      SELECT id FROM ai_uses WHERE created_at < ${before} ORDER BY created_at ${limit(USES_BATCH)})`);
  return gone.length + uses.meta.changes;
}
