import { sql } from "drizzle-orm";
import { firstIdOf } from "~/contract/ids";
import { UNUSED_MEDIA_HOURS } from "~/contract/limits";
import { HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { type MediaKind, mediaKinds } from "~/platform/media/store";
import type { Ctx } from "../context";
import { isUsed } from "./is-used";

type SweepCtx = Pick<Ctx, "db" | "chats" | "media" | "now">;

/**
 * Queues stored media for removal that nothing uses a day after the upload: photos of posts that were never shared, and
 * files whose row was never written because the worker stopped in between. `sweepRemovals` removes the files. Media
 * that falls out of use later is queued by triggers. Ids sort by time: a run continues the last one.
 * @returns the number of media checked; 0 when the sweep has caught up
 */
export async function sweepUnused(ctx: SweepCtx): Promise<number> {
  let checked = 0;
  for (const kind of mediaKinds) checked += await sweepKind(ctx, kind);
  return checked;
}

async function sweepKind(ctx: SweepCtx, kind: MediaKind): Promise<number> {
  const { db, chats, media, now } = ctx;
  const row = await db.get<{ seenTo: string } | undefined>(
    sql`SELECT seen_to AS seenTo FROM sweeps WHERE name = ${kind}`,
  );
  const end = firstIdOf(now().getTime() - UNUSED_MEDIA_HOURS * HOUR_MS);
  const ids = (await media.list(kind, row?.seenTo ?? "")).filter((id) => id < end);
  const last = ids.at(-1);
  if (last === undefined) return 0;
  const listed = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const others = await Promise.all(
    chats
      .slice(1)
      .map((chat) =>
        chat.all<{ id: string }>(
          sql`SELECT attachment_media_id AS id FROM chat_messages WHERE attachment_media_id IN ${listed}`,
        ),
      ),
  );
  const attached = JSON.stringify(others.flat().map(({ id }) => id));
  await batchRows(db, [
    sql`DELETE FROM media WHERE id IN ${listed} AND NOT ${isUsed}
      AND id NOT IN (SELECT value FROM json_each(${attached}))`,
    // The trigger has queued the rows of the statement above.
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
