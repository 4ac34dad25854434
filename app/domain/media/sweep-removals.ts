import { inArray, sql } from "drizzle-orm";
import { siteDatabases } from "~/db/chats";
import type { Db } from "~/db/client";
import { limit } from "~/db/limit";
import { mediaRemovals } from "~/db/schema";
import type { Ctx } from "../context";
import { isUsed } from "./is-used";

/** D1 binds at most 100 parameters to a statement. */
const BATCH = 100;
/** A photo takes four cache deletions, and each round 15 requests beside them; the next sweep does the rest. */
const ROUNDS = 2;

/**
 * Removes the stored objects of photos whose rows were deleted, then the queue entries in `media_removals`. Before that
 * it deletes the rows of attachments that chat databases have released; in the main one a trigger does. Idempotent:
 * after an interruption the next sweep repeats it.
 * @returns the number of removed photos; 200 means that there may be more
 */
export async function sweepRemovals(ctx: Pick<Ctx, "db" | "chats" | "media">): Promise<number> {
  const { media } = ctx;
  const { db, chats } = siteDatabases(ctx);
  for (const chat of chats.slice(1)) await releaseAttachments(db, chat);
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

/** Deletes the media rows of a batch of attachments whose messages were deleted from another chat database. */
async function releaseAttachments(db: Db, chat: Db): Promise<void> {
  const rows = await chat.all<{ mediaId: string }>(
    sql`SELECT media_id AS mediaId FROM attachment_removals ${limit(BATCH)}`,
  );
  if (rows.length === 0) return;
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(rows.map(({ mediaId }) => mediaId))}))`;
  // A request made by hand can name an attachment as the photo of a post.
  await db.run(sql`DELETE FROM media WHERE id IN ${ids} AND NOT ${isUsed}`);
  await chat.run(sql`DELETE FROM attachment_removals WHERE media_id IN ${ids}`);
}
