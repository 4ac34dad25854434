import { type SQL, sql } from "drizzle-orm";
import type { LiveMessage, MessageInput } from "~/contract/chat";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { FILE_REMOVED } from "~/contract/texts";
import { batchRows } from "~/db/batch";
import { notBlocked } from "~/db/blocks";
import { isBetween, keyIn, receiverOf, storedClientId } from "~/db/conversations";
import { memberKey } from "~/db/keys";
import { type LiveMessageRow, liveMessageOf, liveMessageRows } from "~/db/message-rows";
import { IDEMPOTENT } from "~/db/retry";
import { isForeignKeyViolation, isRaisedBy, REMOVED_FILE } from "~/db/violations";
import { canChat } from "./can-chat";
import type { ChatCtx } from "./chat-context";
import { hasMessagesLeft, messageQuotaError } from "./message-quota";
import { type StoredAttachment, storeAttachment } from "./store-attachment";

/**
 * Sends a message to a connection, for the API and the channel alike: stores it, publishes it to both members' tabs, and
 * returns it. `clientId` is an idempotency key: a repeated call returns and publishes the stored message.
 * @throws AppError `forbidden` when the two are not connected or one has blocked the other; `conflict` when the message of
 * this `clientId` was deleted or sent to another member; `rate_limited` beyond the quota of messages without an answer, or of
 * uploads; `invalid` without text and file; `too_large`, `unsupported_media` for the file
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
    const known = await ctx.db.get<LiveMessageRow | undefined>(ownMessage(ctx.viewer.id, clientId));
    if (known) return publishTo(ctx, receiverId, known);
    if (!(await mayStore(ctx, receiverId, clientId))) throw await rejectionOf(ctx, receiverId, clientId);
    file = await storeAttachment(ctx, attachment);
  }
  const message = { receiverId, content: content || ATTACHMENT_ONLY_TEXT, clientId, file };
  const row = (file ? null : await store(ctx, message)) ?? (await storeOrFind(ctx, message));
  if (!row) throw await rejectionOf(ctx, receiverId, clientId);
  return publishTo(ctx, receiverId, row);
}

interface NewMessage {
  receiverId: string;
  content: string;
  clientId: string;
  file: StoredAttachment | null;
}

/**
 * Inserts a text message into an existing conversation: one statement.
 * @returns null when the two have no conversation yet, the message is stored already, or it is not allowed
 */
async function store(ctx: ChatCtx, message: NewMessage): Promise<LiveMessageRow | null> {
  const at = ctx.now();
  const [row] = await ctx.db.all<InsertedRow>(insert(ctx, message, at));
  return row ? storedRow(ctx.viewer.id, message, at, row) : null;
}

/**
 * Inserts the first message of a conversation, or a message with a file. Returns the stored message of a repetition.
 * @returns null when the message is not allowed
 */
async function storeOrFind(ctx: ChatCtx, message: NewMessage): Promise<LiveMessageRow | null> {
  const me = ctx.viewer.id;
  const { receiverId, clientId, file } = message;
  const at = ctx.now();
  const statements = [
    openConversation(me, receiverId),
    insert(ctx, message, at),
    ownMessage(me, clientId),
    ...(file ? [file.deleteUnused] : []),
  ];
  const results = await batchRows(ctx.db, file ? [file.insert, ...statements] : statements).catch(
    async (error: unknown) => {
      const isRemoved = isRaisedBy(error, REMOVED_FILE);
      // Or the sender's account was deleted meanwhile.
      if (file && (isRemoved || isForeignKeyViolation(error))) await ctx.media.remove([file.id]);
      throw isRemoved ? new AppError("unsupported_media", FILE_REMOVED) : error;
    },
  );
  // The columns of the two statements.
  const [inserted, [known]] = results.slice(file ? 2 : 1) as [InsertedRow[], LiveMessageRow[]];
  return inserted[0] ? storedRow(me, message, at, inserted[0]) : (known ?? null);
}

type InsertedRow = Pick<LiveMessageRow, "id" | "senderUsername" | "receiverUsername">;

/** Inserts the row of a pair's conversation, at their first message. */
function openConversation(me: string, otherId: string): SQL {
  return sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO conversations (low_id, high_id, low, high)
    SELECT l.id, h.id, l.key, h.key FROM users l, users h
    WHERE l.id = min(${me}, ${otherId}) AND h.id = max(${me}, ${otherId}) AND ${canChat(me, otherId)}
    ON CONFLICT DO NOTHING`;
}

/**
 * Inserts the message. Its id is the greatest so far and one more, because the table never loses its newest row.
 * After a repetition `RETURNING` has no row, as for a message that is stored already: the caller then reads it.
 */
function insert(ctx: ChatCtx, { receiverId, content, clientId, file }: NewMessage, at: Date): SQL {
  const me = ctx.viewer.id;
  return sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO chat_messages (conversation, sender, unread_by, client_id, content, created_at,
      attachment_media_id, attachment_type, attachment_name, attachment_size)
    SELECT c.key, ${keyIn(me)}, ${keyIn(receiverId)}, ${storedClientId(clientId)}, ${content}, ${at.getTime()},
      ${file?.id ?? null}, ${file?.type ?? null}, ${file?.name ?? null}, ${file?.size ?? null}
    FROM conversations c
    WHERE ${isBetween(me, receiverId)} AND ${canChat(me, receiverId)} AND ${hasMessagesLeft(ctx)}
    ON CONFLICT DO NOTHING
    RETURNING id AS id,
      (SELECT username FROM users WHERE id = ${me}) AS senderUsername,
      (SELECT username FROM users WHERE id = ${receiverId}) AS receiverUsername`;
}

function storedRow(
  senderId: string,
  { file, ...message }: NewMessage,
  at: Date,
  inserted: InsertedRow,
): LiveMessageRow {
  return {
    ...inserted,
    ...message,
    senderId,
    isRead: 0,
    createdAt: at.toISOString(),
    attachmentType: file?.type ?? null,
    attachmentName: file?.name ?? null,
    attachmentSize: file?.size ?? null,
    width: file?.width || null,
    height: file?.height || null,
  };
}

const withClientId = (me: string, clientId: string) =>
  sql`m.sender = ${memberKey(me)} AND m.client_id = ${storedClientId(clientId)}`;

const deletedMessage = (me: string, clientId: string) =>
  sql`SELECT m.id AS id FROM chat_messages m WHERE ${withClientId(me, clientId)} AND m.content IS NULL`;

const ownMessage = (me: string, clientId: string) =>
  liveMessageRows(sql`
    SELECT m.id AS id FROM chat_messages m JOIN conversations c ON c.key = m.conversation
    WHERE ${withClientId(me, clientId)} AND ${notBlocked(me, receiverOf)}`);

async function mayStore(ctx: ChatCtx, receiverId: string, clientId: string): Promise<boolean> {
  const { id: me } = ctx.viewer;
  const isBeyondQuota = sql`EXISTS (
    SELECT 1 FROM conversations c WHERE ${isBetween(me, receiverId)} AND NOT ${hasMessagesLeft(ctx)})`;
  const allowed = await ctx.db.get(sql`
    SELECT 1 WHERE ${canChat(me, receiverId)} AND NOT EXISTS (${deletedMessage(me, clientId)}) AND NOT ${isBeyondQuota}`);
  return allowed !== undefined;
}

/** Returns the error for a message that was not stored. Publishes a deletion to the sender's tabs, so they stop resending. */
async function rejectionOf(ctx: ChatCtx, receiverId: string, clientId: string): Promise<AppError> {
  const me = ctx.viewer.id;
  const deleted = await ctx.db.get<{ id: number } | undefined>(deletedMessage(me, clientId));
  if (!deleted) {
    const notAllowed = new AppError("forbidden", "Only connections can write to each other.");
    const mayWrite = await ctx.db.get(sql`SELECT 1 WHERE ${canChat(me, receiverId)}`);
    return (mayWrite ? await messageQuotaError(ctx, receiverId) : null) ?? notAllowed;
  }
  const payload = { id: String(deleted.id), senderId: me, receiverId, clientId };
  ctx.realtime.publish(me, { type: "message_deleted", payload });
  return new AppError("conflict", "This message was deleted.");
}

/**
 * Publishes a message to both members and returns it, also one that was stored earlier: the first reply may be lost.
 * @throws AppError `conflict` when another member received it
 */
function publishTo(ctx: ChatCtx, receiverId: string, row: LiveMessageRow): LiveMessage {
  if (row.receiverId !== receiverId) {
    throw new AppError("conflict", "This message belongs to another conversation.");
  }
  const payload = liveMessageOf(row);
  for (const id of [payload.senderId, receiverId]) {
    ctx.realtime.publish(id, { type: "message", payload });
  }
  return payload;
}
