import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { chatOfMessage } from "~/db/chats";
import { clientIdOf, keyIn } from "~/db/conversations";
import { rowId } from "~/db/cursor";
import { emptied, isStored } from "~/db/message-rows";
import type { MemberCtx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";

/**
 * Deletes a message of the viewer's for both members, with its file (by trigger), and publishes `message_deleted`. The
 * row stays without its content as a tombstone, so a page that resends the message does not restore it.
 * @throws AppError `not_found`, also for messages between others; `forbidden` for a received message
 */
export async function deleteMessage(ctx: MemberCtx, messageId: string): Promise<void> {
  const me = ctx.viewer.id;
  const id = rowId(messageId);
  // `attachment_media_id` becomes NULL with the media row that the trigger deletes, after RETURNING has read it.
  const [deleted] = await chatOfMessage(ctx.chats, id).all<{
    receiverId: string;
    clientId: string | null;
    mediaId: string | null;
  }>(sql`
    UPDATE chat_messages SET ${emptied(ctx.now())}
    WHERE id = ${id} AND content IS NOT NULL AND sender = (
      SELECT ${keyIn(me)} FROM conversations c WHERE c.key = conversation AND ${me} IN (c.low_id, c.high_id))
    RETURNING attachment_media_id AS mediaId, ${clientIdOf(sql`client_id`)} AS clientId,
      (SELECT iif(c.low = sender, c.high_id, c.low_id) FROM conversations c WHERE c.key = conversation) AS receiverId`);
  if (!deleted) throw await rejectionOf(ctx, id);
  const { receiverId, clientId } = deleted;
  const payload = { id: messageId, senderId: me, receiverId, ...(clientId === null ? {} : { clientId }) };
  const frame = { type: "message_deleted", payload } as const;
  for (const member of [receiverId, me]) ctx.realtime.publish(member, frame);
  if (deleted.mediaId !== null) ctx.defer(sweepRemovals(ctx));
}

async function rejectionOf({ chats, viewer }: MemberCtx, id: number): Promise<AppError> {
  const received = await chatOfMessage(chats, id).get(sql`
    SELECT 1 FROM chat_messages m JOIN conversations c ON c.key = m.conversation
    WHERE m.id = ${id} AND ${isStored} AND ${viewer.id} IN (c.low_id, c.high_id)`);
  if (received) return new AppError("forbidden", msg`You can only delete your own messages.`);
  return new AppError("not_found", msg`There is no such message.`);
}
