import { type SQL, sql } from "drizzle-orm";
import type { LiveMessage, MessageInput } from "~/contract/chat";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { batchRows } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { liveMessageOf, type MessageRow, messageRows } from "~/db/message-rows";
import { pairKey } from "../connections/read-status";
import type { ChatCtx } from "./chat-context";
import { type KeptAttachment, keepAttachment } from "./keep-attachment";

/**
 * Writes to a connection: the one way in, over HTTP and over the channel. Answers, and tells both members' open tabs,
 * once the row is stored. The same `clientId` again stores nothing new and answers the stored message; after that one was
 * deleted, it stays deleted.
 * @throws AppError `forbidden` when the two are not connected or one has blocked the other; `conflict` for what was
 * deleted; `invalid` without text and file; `too_large`, `unsupported_media` for the file
 */
export async function sendMessage(
  ctx: ChatCtx,
  receiverId: string,
  { content, attachment, ...input }: MessageInput,
): Promise<LiveMessage> {
  if (content === "" && !attachment) throw new AppError("invalid", "Please write a message");
  const clientId = input.clientId ?? newId();
  let kept: KeptAttachment | null = null;
  if (attachment) {
    const known = await readOwn(ctx, clientId);
    if (known) return tellBoth(ctx, known);
    if (!(await mayStore(ctx, receiverId, clientId))) throw await refusal(ctx, receiverId, clientId);
    kept = await keepAttachment(ctx, attachment);
  }
  const row = await store(ctx, receiverId, content || ATTACHMENT_ONLY_TEXT, clientId, kept);
  if (row) return tellBoth(ctx, row);
  const known = await readOwn(ctx, clientId);
  if (!known) throw await refusal(ctx, receiverId, clientId);
  return tellBoth(ctx, known);
}

/** One statement for a message without a file. @returns nothing when it was stored before, or may not be */
async function store(
  ctx: ChatCtx,
  receiverId: string,
  content: string,
  clientId: string,
  kept: KeptAttachment | null,
): Promise<MessageRow | undefined> {
  const me = ctx.viewer.id;
  const createdAt = ctx.now().toISOString();
  const file = {
    attachmentType: kept?.type ?? null,
    attachmentName: kept?.name ?? null,
    attachmentSize: kept?.size ?? null,
  };
  const write = sql`
    INSERT INTO messages (sender_id, receiver_id, content, client_id,
      attachment_media_id, attachment_type, attachment_name, attachment_size, created_at)
    SELECT ${me}, ${receiverId}, ${content}, ${clientId},
      ${kept?.id ?? null}, ${file.attachmentType}, ${file.attachmentName}, ${file.attachmentSize}, ${createdAt}
    WHERE ${isAllowed(me, receiverId, clientId)}
    ON CONFLICT DO NOTHING
    RETURNING id AS id,
      (SELECT username FROM users WHERE id = ${me}) AS senderUsername,
      (SELECT username FROM users WHERE id = ${receiverId}) AS receiverUsername`;
  const results = kept ? await batchRows(ctx.db, [kept.write, write, kept.tidy]) : [await ctx.db.all(write)];
  // These are the columns that it returns.
  const made = results[kept ? 1 : 0]?.[0] as
    | Pick<MessageRow, "id" | "senderUsername" | "receiverUsername">
    | undefined;
  if (!made) return undefined;
  const size = { width: kept?.width || null, height: kept?.height || null };
  return { ...made, senderId: me, receiverId, content, isRead: 0, createdAt, clientId, ...file, ...size };
}

function isAllowed(me: string, otherId: string, clientId: string): SQL {
  return sql`
    EXISTS (SELECT 1 FROM connections WHERE pair = ${pairKey(me, otherId)} AND status = 'accepted')
    AND ${notBlocked(me, otherId)} AND NOT EXISTS (${deletedMessage(me, clientId)})`;
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

/** Why a message was not stored. That it was deleted its sender's tabs are told, so that they stop sending it. */
async function refusal(ctx: ChatCtx, receiverId: string, clientId: string): Promise<AppError> {
  const me = ctx.viewer.id;
  const deleted = await ctx.db.get<{ id: number } | undefined>(deletedMessage(me, clientId));
  if (!deleted) return new AppError("forbidden", "Only connections can write to each other.");
  const payload = { id: String(deleted.id), senderId: me, receiverId, clientId };
  ctx.realtime.publish(me, { type: "message_deleted", payload });
  return new AppError("conflict", "This message was deleted.");
}

/** Also what was stored before: the answer to its first sending may be what got lost. */
function tellBoth(ctx: ChatCtx, row: MessageRow): LiveMessage {
  const payload = liveMessageOf(row);
  for (const id of [payload.senderId, payload.receiverId]) {
    ctx.realtime.publish(id, { type: "message", payload });
  }
  return payload;
}
