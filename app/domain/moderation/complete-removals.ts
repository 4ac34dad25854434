import { sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import { chatOfMessage } from "~/db/chats";
import { emptied } from "~/db/message-rows";
import { logError } from "~/platform/log";
import type { Ctx } from "../context";

/** Messages in one run; the next one does the rest. */
const BATCH = 50;

interface RemovalRow {
  id: number;
  isUndone: 0 | 1;
  /** The message as JSON, to restore it. */
  content: string | null;
  mediaId: string | null;
}

/**
 * Removes and restores in the chat databases what the main database has recorded with a decision (`message_removals`).
 * Can be repeated: a message that is removed or restored already stays as it is.
 * @returns the number of messages, 0 when nothing is left
 * @throws the error of the first message that failed, after the others
 */
export async function completeRemovals({
  db,
  chats,
  now,
}: Pick<Ctx, "db" | "chats" | "now">): Promise<number> {
  const rows = await db.all<RemovalRow>(sql`
    SELECT r.message_id AS id, r.is_undone AS isUndone, c.content AS content, c.media_id AS mediaId
    FROM message_removals r LEFT JOIN removed_content c ON c.decision_id = r.decision_id LIMIT ${BATCH}`);
  const errors: unknown[] = [];
  for (const row of rows)
    await complete({ db, chats, now }, row).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
  return rows.length;
}

/** Logs that the hourly run has to complete removals. */
export const logRemovals = (error: unknown) => logError(error, { event: "removals not completed" });

async function complete(
  { db, chats, now }: Pick<Ctx, "db" | "chats" | "now">,
  { id, isUndone, content, mediaId }: RemovalRow,
): Promise<void> {
  const chat = chatOfMessage(chats, id);
  const change = isUndone ? content && restored(id, content) : removed(id, now());
  // The main database has deleted or restored the row of the file itself.
  const released = sql`DELETE FROM attachment_removals WHERE media_id = ${mediaId}`;
  if (change) await batchRows(chat, chat === chats[0] ? [change] : [change, released]);
  await db.run(sql`DELETE FROM message_removals WHERE message_id = ${id} AND is_undone = ${isUndone}`);
}

/** A trigger releases the file of a tombstone. */
const removed = (id: number, now: Date) => sql`
  UPDATE chat_messages SET ${emptied(now)}
  WHERE id = ${id} AND content IS NOT NULL`;

/** A file that is no image is not restored: its content has no media row. */
const restored = (id: number, content: string) => sql`
  UPDATE chat_messages SET (content, created_at, attachment_media_id, attachment_type, attachment_name, attachment_size,
      attachment_width, attachment_height) = (
    SELECT j ->> '$.content', j ->> '$.at', j ->> '$.media.id', iif(hasFile, j ->> '$.type', NULL), iif(hasFile, j ->> '$.name', NULL),
      iif(hasFile, j ->> '$.size', NULL), j ->> '$.media.width', j ->> '$.media.height'
    FROM (SELECT j, j ->> '$.media.id' IS NOT NULL AS hasFile FROM (SELECT ${content} AS j)))
  WHERE id = ${id} AND content IS NULL`;
