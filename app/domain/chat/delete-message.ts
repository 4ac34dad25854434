import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { batchRows } from "~/db/batch";
import { rowId } from "~/db/cursor";
import type { MemberCtx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";

/**
 * Deletes a message of the viewer's for both members, with its file (by trigger), and publishes `message_deleted`. A
 * tombstone with its `clientId` stays, so a page that resends the message does not restore it.
 * @throws AppError `not_found`, also for messages between other members; `forbidden` for a message that the viewer received
 */
export async function deleteMessage(ctx: MemberCtx, messageId: string): Promise<void> {
  const me = ctx.viewer.id;
  const id = rowId(messageId);
  const [, deletedRows, received] = await batchRows(ctx.db, [
    sql`
      INSERT INTO deleted_messages (sender_id, client_id, message_id, receiver_id)
      SELECT sender_id, ifnull(client_id, 'id ' || id), id, receiver_id
      FROM messages WHERE id = ${id} AND sender_id = ${me}`,
    sql`
      DELETE FROM messages WHERE id = ${id} AND sender_id = ${me}
      RETURNING receiver_id AS receiverId, client_id AS clientId, attachment_media_id AS mediaId`,
    sql`SELECT 1 FROM messages WHERE id = ${id} AND receiver_id = ${me}`,
  ]);
  const deleted = deletedRows?.[0];
  if (!deleted) {
    if (received?.length) throw new AppError("forbidden", "You can only delete your own messages.");
    throw new AppError("not_found", "There is no such message.");
  }
  const receiverId = String(deleted.receiverId);
  const clientId = deleted.clientId === null ? {} : { clientId: String(deleted.clientId) };
  const payload = { id: messageId, senderId: me, receiverId, ...clientId };
  const frame = { type: "message_deleted", payload } as const;
  for (const member of [receiverId, me]) ctx.realtime.publish(member, frame);
  if (deleted.mediaId !== null) ctx.defer(sweepRemovals(ctx));
}
