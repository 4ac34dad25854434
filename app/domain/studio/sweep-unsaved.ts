import { sql } from "drizzle-orm";
import { AI_UNSAVED_HOURS } from "~/contract/limits";
import type { Ctx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";

/** At a time, so that what their pictures leave behind is swept in the same run. */
const BATCH = 200;

/**
 * Deletes AI images that nobody saved within a day, with their stored pictures, and the record of uses that no limit
 * looks at any more. Cut short anywhere, the next run goes on.
 * @returns how many images went; `200` means that there may be more
 */
export async function sweepUnsaved(ctx: Pick<Ctx, "db" | "media" | "now">): Promise<number> {
  const before = new Date(ctx.now().getTime() - AI_UNSAVED_HOURS * 60 * 60_000).toISOString();
  const gone = await ctx.db.all<{ id: string }>(sql`
    DELETE FROM ai_images WHERE id IN (
      SELECT id FROM ai_images WHERE saved_at IS NULL AND created_at < ${before} LIMIT ${BATCH})
    RETURNING id AS id`);
  await ctx.db.run(sql`DELETE FROM ai_uses WHERE created_at < ${before}`);
  await sweepRemovals(ctx);
  return gone.length;
}
