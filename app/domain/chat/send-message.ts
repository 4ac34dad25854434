import { type SQL, sql } from "drizzle-orm";
import type { LiveMessage, MessageInput } from "~/contract/chat";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { batchRows } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { liveMessageOf, type MessageRow, messageRows } from "~/db/message-rows";
import { IDEMPOTENT } from "~/db/retry";
import { isForeignKeyViolation } from "~/db/violations";
import { canChat } from "./can-chat";
import type { ChatCtx } from "./chat-context";
import { type StoredAttachment, storeAttachment } from "./store-attachment";

/**
 * Sends a message to a connection, for the API and the channel alike: stores it, publishes it to both members' tabs, and
 * returns it. `clientId` is an idempotency key: a repeated call returns and publishes the stored message.
 * @throws AppError `forbidden` when the two are not connected or one has blocked the other; `conflict` when the message of
 * this `clientId` was deleted or sent to another member; `invalid` without text and file; `too_large`, `unsupported_media` for the file
 */
export async function sendMessage(
  ctx: ChatCtx,
  receiverId: string,
  { content, attachment, ...input }: MessageInput,
): Promise<LiveMessage> {
  if (content === "" && !attachment) throw new AppError("invalid", "Please write a message");
  const clientId = input.clientId ?? newId();
  let file: StoredAttachment | null = null;
  if (attachment) {
    const known = await readOwn(ctx, clientId);
    if (known) return repeated(ctx, known, receiverId);
    if (!(await mayStore(ctx, receiverId, clientId))) throw await rejectionOf(ctx, receiverId, clientId);
    file = await storeAttachment(ctx, attachment);
  }
  const row = await store(ctx, receiverId, content || ATTACHMENT_ONLY_TEXT, clientId, file);
  if (row) return publishToBoth(ctx, row);
  const known = await readOwn(ctx, clientId);
  if (!known) throw await rejectionOf(ctx, receiverId, clientId);
  return repeated(ctx, known, receiverId);
}

/** Publishes and returns a message that is stored already. @throws AppError `conflict` when another member received it */
function repeated(ctx: ChatCtx, known: MessageRow, receiverId: string): LiveMessage {
  if (known.receiverId !== receiverId) {
    throw new AppError("conflict", "This message belongs to another conversation.");
  }
  return publishToBoth(ctx, known);
}

/** Inserts the message, in one statement unless it has a file. @returns undefined when it is stored already or not allowed */
async function store(
  ctx: ChatCtx,
  receiverId: string,
  content: string,
  clientId: string,
  file: StoredAttachment | null,
): Promise<MessageRow | undefined> {
  const me = ctx.viewer.id;
  const createdAt = ctx.now().toISOString();
  const attachment = {
    attachmentType: file?.type ?? null,
    attachmentName: file?.name ?? null,
    attachmentSize: file?.size ?? null,
  };
  // After a repetition `RETURNING` has no row, as for a message that is stored already: the caller then reads it.
  const insert = sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO messages (sender_id, receiver_id, content, client_id,
      attachment_media_id, attachment_type, attachment_name, attachment_size, created_at)
    SELECT ${me}, ${receiverId}, ${content}, ${clientId},
      ${file?.id ?? null}, ${attachment.attachmentType}, ${attachment.attachmentName}, ${attachment.attachmentSize}, ${createdAt}
    WHERE ${isAllowed(me, receiverId, clientId)}
    ON CONFLICT DO NOTHING
    RETURNING id AS id,
      (SELECT username FROM users WHERE id = ${me}) AS senderUsername,
      (SELECT username FROM users WHERE id = ${receiverId}) AS receiverUsername`;
  const results = file
    ? await batchRows(ctx.db, [file.insert, insert, file.deleteUnused]).catch(async (error: unknown) => {
        // The sender's or the receiver's account was deleted meanwhile.
        if (isForeignKeyViolation(error)) await ctx.media.remove([file.id]);
        throw error;
      })
    : [await ctx.db.all(insert)];
  // The columns of the RETURNING clause.
  const inserted = results[file ? 1 : 0]?.[0] as
    | Pick<MessageRow, "id" | "senderUsername" | "receiverUsername">
    | undefined;
  if (!inserted) return undefined;
  const size = { width: file?.width || null, height: file?.height || null };
  return {
    ...inserted,
    senderId: me,
    receiverId,
    content,
    isRead: 0,
    createdAt,
    clientId,
    ...attachment,
    ...size,
  };
}

function isAllowed(me: string, otherId: string, clientId: string): SQL {
  return sql`
    ${canChat(me, otherId)} AND NOT EXISTS (${deletedMessage(me, clientId)})`;
}

const deletedMessage = (me: string, clientId: string) =>
  sql`SELECT message_id AS id FROM deleted_messages WHERE sender_id = ${me} AND client_id = ${clientId}`;

const ownMessage = (me: string, clientId: string) =>
  messageRows(sql`
    SELECT id FROM messages
    WHERE sender_id = ${me} AND client_id = ${clientId} AND ${notBlocked(me, sql`receiver_id`)}`);

function readOwn({ db, viewer }: ChatCtx, clientId: string): Promise<MessageRow | undefined> {
  return db.get<MessageRow | undefined>(ownMessage(viewer.id, clientId));
}

async function mayStore({ db, viewer }: ChatCtx, receiverId: string, clientId: string): Promise<boolean> {
  return (await db.get(sql`SELECT 1 WHERE ${isAllowed(viewer.id, receiverId, clientId)}`)) !== undefined;
}

/** Returns the error for a message that was not stored. Publishes a deletion to the sender's tabs, so they stop resending. */
async function rejectionOf(ctx: ChatCtx, receiverId: string, clientId: string): Promise<AppError> {
  const me = ctx.viewer.id;
  const deleted = await ctx.db.get<{ id: number } | undefined>(deletedMessage(me, clientId));
  if (!deleted) return new AppError("forbidden", "Only connections can write to each other.");
  const payload = { id: String(deleted.id), senderId: me, receiverId, clientId };
  ctx.realtime.publish(me, { type: "message_deleted", payload });
  return new AppError("conflict", "This message was deleted.");
}

/** Publishes a message to both members, also one stored earlier: the first reply may be lost. */
function publishToBoth(ctx: ChatCtx, row: MessageRow): LiveMessage {
  const payload = liveMessageOf(row);
  for (const id of [payload.senderId, payload.receiverId]) {
    ctx.realtime.publish(id, { type: "message", payload });
  }
  return payload;
}
