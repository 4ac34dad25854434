import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import type { MessageView } from "~/contract/chat";
import { AppError } from "~/contract/errors";
import { MESSAGE_EDIT_MINUTES, MESSAGE_EDIT_OVER } from "~/contract/limits";
import { batchRows } from "~/db/batch";
import { chatOfMessage } from "~/db/chats";
import { keyIn } from "~/db/conversations";
import { rowId } from "~/db/cursor";
import { isStored, type MessageRow, messageColumns, messageViewOf } from "~/db/message-rows";
import { IDEMPOTENT } from "~/db/repeatable";
import type { MemberCtx } from "../context";
import { notConnected } from "./can-chat";

type ChangeCtx = Pick<MemberCtx, "chats" | "viewer" | "now"> & {
  realtime: Pick<MemberCtx["realtime"], "publish">;
};

const MINUTE_MS = 60_000;

/**
 * Sets or removes the viewer's reaction to a message, and publishes the message to both members. Idempotent.
 * @param emoji one emoji; null removes the reaction
 * @throws AppError `not_found`, also for messages between other members; `forbidden` unless the two may chat
 */
export async function reactToMessage(
  ctx: ChangeCtx,
  messageId: string,
  emoji: string | null,
): Promise<MessageView> {
  const isSender = sql`sender = ${viewerKey(ctx)}`;
  const change = sql`
    sender_reaction = iif(${isSender}, ${emoji}, sender_reaction),
    receiver_reaction = iif(${isSender}, receiver_reaction, ${emoji})`;
  const isOther = sql`iif(${isSender}, sender_reaction, receiver_reaction) IS NOT ${emoji}`;
  return changeMessage(ctx, messageId, change, isOther, () => undefined);
}

/**
 * Changes the text of a message of the viewer's, and publishes it to both members. Idempotent.
 * @throws AppError `not_found`, also for messages between other members; `forbidden` for a message that the viewer
 * received, that has an attachment, was forwarded or is older than 15 minutes, and unless the two may chat
 */
export async function editMessage(ctx: ChangeCtx, messageId: string, content: string): Promise<MessageView> {
  const now = ctx.now().getTime();
  const change = sql`content = ${content}, edited_at = ${now}`;
  const first = now - MESSAGE_EDIT_MINUTES * MINUTE_MS;
  const isEditable = sql`
    sender = ${viewerKey(ctx)} AND content <> ${content} AND attachment_type IS NULL AND forwarded IS NULL
    AND created_at > ${first}`;
  return changeMessage(ctx, messageId, change, isEditable, (row) => {
    if (row.senderId !== ctx.viewer.id) return msg`You can only edit your own messages.`;
    if (row.attachmentType !== null) return msg`Only a message without an attachment can be edited.`;
    if (row.forwarded !== null) return msg`A forwarded message cannot be edited.`;
    if (row.content !== content) return MESSAGE_EDIT_OVER;
  });
}

/** The viewer's key in the conversation of the message that a statement changes. */
const viewerKey = ({ viewer }: ChangeCtx): SQL =>
  sql`(SELECT ${keyIn(viewer.id)} FROM conversations c WHERE c.key = conversation)`;

/**
 * Changes columns of a message, counts the change, and publishes the stored message to both members, also when nothing
 * changed: earlier frames may be lost. The version orders the changes of both members on every screen.
 * @param isNeeded the condition of the change besides membership
 * @param refusalOf returns why the condition does not hold for a stored message; undefined when the message is as asked
 */
async function changeMessage(
  ctx: ChangeCtx,
  messageId: string,
  change: SQL,
  isNeeded: SQL,
  refusalOf: (row: MessageRow) => MessageDescriptor | undefined,
): Promise<MessageView> {
  const me = ctx.viewer.id;
  const id = rowId(messageId);
  const ofViewer = sql`${me} IN (c.low_id, c.high_id)`;
  // The columns of the second statement.
  const [changed, [row]] = (await batchRows(chatOfMessage(ctx.chats, id), [
    sql`${sql.raw(IDEMPOTENT)}
      UPDATE chat_messages SET ${change}, version = ifnull(version, 0) + 1
      WHERE id = ${id} AND content IS NOT NULL AND ${isNeeded}
        AND EXISTS (SELECT 1 FROM conversations c WHERE c.key = conversation AND ${ofViewer} AND c.open)
      RETURNING 1`,
    sql`
      SELECT ${messageColumns}, c.open AS open
      FROM chat_messages m CROSS JOIN conversations c ON c.key = m.conversation AND ${ofViewer}
      WHERE m.id = ${id} AND ${isStored}`,
  ])) as unknown as [unknown[], (MessageRow & { open: 0 | 1 })[]];
  if (!row) throw new AppError("not_found", msg`There is no such message.`);
  if (!row.open) throw notConnected();
  const refusal = changed.length > 0 ? undefined : refusalOf(row);
  if (refusal !== undefined) throw new AppError("forbidden", refusal);
  for (const to of [row.senderId, row.receiverId]) {
    ctx.realtime.publish(to, { type: "message_changed", payload: messageViewOf(row, to) });
  }
  return messageViewOf(row, me);
}
