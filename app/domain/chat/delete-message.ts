import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { rowId } from "~/db/cursor";
import type { MemberCtx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";

/**
 * Takes back a message of the viewer's, for both, with its file (by trigger). Its `clientId` is kept, so that it stays
 * deleted when a page that had no answer sends it again.
 * @throws AppError `not_found`, also for what others wrote to each other; `forbidden` for what was written to the viewer
 */
export async function deleteMessage(ctx: MemberCtx, messageId: string): Promise<void> {
  const me = ctx.viewer.id;
  const id = rowId(messageId);
  const [, deleted, left] = await batchRows(ctx.db, [
    sql`
      INSERT INTO deleted_messages (sender_id, client_id, message_id)
      SELECT sender_id, client_id, id FROM messages WHERE id = ${id} AND sender_id = ${me} AND client_id IS NOT NULL`,
    sql`
      DELETE FROM messages WHERE id = ${id} AND sender_id = ${me}
      RETURNING receiver_id AS receiverId, client_id AS clientId, attachment_media_id AS mediaId`,
    sql`SELECT 1 FROM messages WHERE id = ${id} AND receiver_id = ${me}`,
  ]);
  const gone = deleted?.[0];
  if (!gone) {
    if (left?.length) throw new AppError("forbidden", "You can only delete your own messages.");
    throw new AppError("not_found", "There is no such message.");
  }
  const receiverId = String(gone.receiverId);
  const clientId = gone.clientId === null ? {} : { clientId: String(gone.clientId) };
  const payload = { id: messageId, senderId: me, receiverId, ...clientId };
  const frame = { type: "message_deleted", payload } as const;
  for (const member of [receiverId, me]) ctx.realtime.publish(member, frame);
  if (gone.mediaId !== null) ctx.defer(sweepRemovals(ctx));
}
