import { sql } from "drizzle-orm";
import { firstIdOf } from "~/contract/ids";
import { UNUSED_MEDIA_HOURS } from "~/contract/limits";
import { HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { type MediaKind, mediaKinds } from "~/platform/media/store";
import type { Ctx } from "../context";

/** Whether anything shows a medium or was made of it. Each condition is a look into an index. */
const isUsed = sql`
  EXISTS (SELECT 1 FROM posts WHERE media_id = media.id)
  OR EXISTS (SELECT 1 FROM ai_images WHERE media_id = media.id)
  OR EXISTS (SELECT 1 FROM ai_images WHERE source_image_url = '/media/' || media.id)
  OR EXISTS (SELECT 1 FROM messages WHERE attachment_media_id = media.id)
  OR EXISTS (SELECT 1 FROM users WHERE id = media.user_id AND profile_image = '/media/' || media.id)`;

/**
 * Walks once through all that is stored, a day behind the present, and gives up what nothing came to use: photos of posts
 * that were never sent (row and files), and files whose row was never written because the worker died in between. The
 * files themselves are for `sweepRemovals`.
 * What falls out of use later is the triggers' business. Ids sort by time, so a walk goes on where it stopped.
 * @returns how many photos and files were looked at: 0 once the walk has caught up, so that a caller may ask again
 */
export async function sweepUnused(ctx: Pick<Ctx, "db" | "media" | "now">): Promise<number> {
  let seen = 0;
  for (const kind of mediaKinds) seen += await walk(ctx, kind);
  return seen;
}

async function walk(ctx: Pick<Ctx, "db" | "media" | "now">, kind: MediaKind): Promise<number> {
  const { db, media, now } = ctx;
  const row = await db.get<{ seenTo: string } | undefined>(
    sql`SELECT seen_to AS seenTo FROM sweeps WHERE name = ${kind}`,
  );
  const end = firstIdOf(now().getTime() - UNUSED_MEDIA_HOURS * HOUR_MS);
  const ids = (await media.list(kind, row?.seenTo ?? "")).filter((id) => id < end);
  const last = ids.at(-1);
  if (last === undefined) return 0;
  const listed = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  await batchRows(db, [
    sql`DELETE FROM media WHERE id IN ${listed} AND NOT (${isUsed})`,
    // Those of the line above are written down already, by trigger.
    sql`
      INSERT OR IGNORE INTO media_removals (media_id)
      SELECT id FROM (SELECT value AS id FROM json_each(${JSON.stringify(ids)}))
      WHERE id NOT IN (SELECT id FROM media WHERE id IN ${listed})`,
    sql`
      INSERT INTO sweeps (name, seen_to) VALUES (${kind}, ${last})
      ON CONFLICT (name) DO UPDATE SET seen_to = excluded.seen_to`,
  ]);
  return ids.length;
}
