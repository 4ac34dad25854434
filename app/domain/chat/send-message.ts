import { type SQL, sql } from "drizzle-orm";
import type { LiveMessage, MessageInput } from "~/contract/chat";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { IDS_OF_A_DATABASE } from "~/contract/message-cursor";
import { REPLY_TO_MISSING } from "~/contract/message-texts";
import { FILE_REMOVED } from "~/contract/texts";
import { batchRows } from "~/db/batch";
import { chatAt, inEveryChat } from "~/db/chats";
import { unguarded } from "~/db/client";
import { isBetween, keyIn, storedClientId } from "~/db/conversations";
import { rowId } from "~/db/cursor";
import { type LiveMessageRow, liveMessageOf, liveMessageRows, quoteOf } from "~/db/message-rows";
import { IDEMPOTENT } from "~/db/repeatable";
import { isRaisedBy, isSessionEnded, REMOVED_FILE } from "~/db/violations";
import { requireEmail } from "../quota";
import { canChat, type Pair, readPair } from "./can-chat";
import type { ChatCtx } from "./chat-context";
import { hasEmail, hasMessagesLeft, messageQuotaError } from "./message-quota";
import { copyAttachment, originalMissing, readOriginal } from "./read-original";
import { type StoredAttachment, storeAttachment } from "./store-attachment";

/**
 * Sends a message to a connection, for the API and the channel alike: stores it, publishes it to both members' tabs,
 * and returns it. `clientId` is an idempotency key: a repeated call returns and publishes the stored message. With
 * `forward` the message gets the text and a copy of the file of another one of the viewer's conversations.
 *
 * The main database is asked whether the two may write to each other, then their chat database stores the message,
 * unless it knows of a later change (docs/decisions/0081-chat-databases.md). One statement does both in one database.
 * @throws AppError `forbidden` when the two are not connected, one has blocked the other, or the operator requires a
 * confirmed address; `conflict` when the message of this `clientId` was deleted or sent to another member;
 * `rate_limited` beyond the quota of messages without an answer, or of uploads; `invalid` without text and file, or for
 * a reply across conversations; `not_found` for a message to forward; `too_large`, `unsupported_media` for the file
 */
export async function sendMessage(
  given: ChatCtx,
  receiverId: string,
  { content, attachment, replyTo, forward, ...input }: MessageInput,
): Promise<LiveMessage> {
  if (content === "" && !attachment && !forward) throw new AppError("invalid", "Please write a message");
  const original = forward ? await readOriginal(given, forward) : null;
  const clientId = input.clientId ?? newId();
  const message: NewMessage = {
    receiverId,
    content: original?.content ?? (content || ATTACHMENT_ONLY_TEXT),
    clientId,
    file: null,
    replyTo: replyTo ? rowId(replyTo) : null,
    forwarded: forward ? 1 : null,
  };
  const isMissing = Boolean(forward) && !original;
  const needsFile = Boolean(attachment || original?.file);
  const sent = needsFile || isMissing || given.chats.length > 1 ? null : await insertChecked(given, message);
  if (sent) return publishTo(given, message, sent.names, sent.row);
  const pair = await readPair(given, receiverId);
  if (!pair?.isVisible) throw notAllowed();
  // A hub does not know whether its member has confirmed the address.
  const ctx = { ...given, viewer: { ...given.viewer, emailConfirmed: pair.isConfirmed === 1 } };
  if (needsFile || isMissing) {
    const known = await find(ctx, message, pair);
    if (known) return publishTo(ctx, message, pair, known);
    if (pair.chat === null) throw notAllowed();
    if (isMissing) throw originalMissing();
    requireEmail(ctx);
    const quotaError = await messageQuotaError(ctx, pair.chat, receiverId);
    if (quotaError) throw quotaError;
    if (attachment) message.file = await storeAttachment(ctx, attachment);
    else if (original?.file) message.file = await copyAttachment(ctx, original.file);
  }
  const row = pair.chat === null ? null : await store(ctx, message, pair, pair.chat);
  const stored = row ?? (await find(ctx, message, pair));
  if (stored) return publishTo(ctx, message, pair, stored);
  if (pair.chat === null) throw notAllowed();
  requireEmail(ctx);
  const quotaError = await messageQuotaError(ctx, pair.chat, receiverId);
  throw quotaError ?? (await replyError(ctx, message, pair.chat)) ?? notAllowed();
}

/** Returns the error of a reply to a message that the conversation does not have. */
async function replyError({ chats, viewer }: ChatCtx, { receiverId, replyTo }: NewMessage, chat: number) {
  if (replyTo === null) return null;
  const found = await chatAt(chats, chat).get(sql`
    SELECT 1 FROM conversations c WHERE ${isBetween(viewer.id, receiverId)} AND ${hasMessage(replyTo)}`);
  return found ? null : new AppError("invalid", REPLY_TO_MISSING, { replyTo: [REPLY_TO_MISSING] });
}

interface NewMessage {
  receiverId: string;
  content: string;
  clientId: string;
  file: StoredAttachment | null;
  /** The id of the message that this one answers. */
  replyTo: number | null;
  /** 1 for a forwarded message. */
  forwarded: 1 | null;
}

const notAllowed = () => new AppError("forbidden", "Only connections can write to each other.");

/**
 * Inserts a text into the conversation of two members whom the same statement checks. For a site with one database.
 * @returns the message with the names of both; null when it is still to be stored or not allowed
 */
async function insertChecked(ctx: ChatCtx, message: NewMessage) {
  const me = ctx.viewer.id;
  const { receiverId } = message;
  const at = ctx.now();
  const [row] = await ctx.db.all<InsertedRow & { myUsername: string; otherUsername: string }>(sql`
    ${insert(ctx, message, canChat(me, receiverId), at)},
      (SELECT username FROM users WHERE id = ${me}) AS myUsername,
      (SELECT username FROM users WHERE id = ${receiverId}) AS otherUsername`);
  return row ? { names: row, row: storedRow(me, message, at, row) } : null;
}

/** Stores a message. @returns null when it is stored already, or not allowed any more */
async function store(
  ctx: ChatCtx,
  message: NewMessage,
  pair: Pair,
  number: number,
): Promise<LiveMessageRow | null> {
  const { file } = message;
  if (!file) {
    const row = ctx.chats.length > 1 ? await insertText(ctx, message, pair, number) : null;
    return row ?? (await insertFirst(ctx, message, pair, number));
  }
  await ctx.db.run(file.insert).catch(async (error: unknown) => {
    const isRemoved = isRaisedBy(error, REMOVED_FILE);
    if (isRemoved || isSessionEnded(error)) await ctx.media.remove([file.id]);
    throw isRemoved ? new AppError("unsupported_media", FILE_REMOVED) : error;
  });
  const row = await insertFirst(ctx, message, pair, number);
  // If this is cut off, the hourly run deletes the row (`sweepUnused`).
  if (!row) await unguarded(ctx.db).run(file.remove);
  return row;
}

/**
 * Inserts a text message into an existing conversation: one statement.
 * @returns null when the two have no conversation yet, the message is stored already, or it is not allowed any more
 */
async function insertText(
  ctx: ChatCtx,
  message: NewMessage,
  pair: Pair,
  number: number,
): Promise<LiveMessageRow | null> {
  const at = ctx.now();
  const [row] = await chatAt(ctx.chats, number).all<InsertedRow>(
    insert(ctx, message, isUnchangedSince(pair), at),
  );
  return row ? storedRow(ctx.viewer.id, message, at, row) : null;
}

/** Inserts the first message of a conversation, or a message with a file. */
async function insertFirst(
  ctx: ChatCtx,
  message: NewMessage,
  pair: Pair,
  number: number,
): Promise<LiveMessageRow | null> {
  const me = ctx.viewer.id;
  const at = ctx.now();
  const statements = [
    openConversation(me, message.receiverId, pair),
    ...(number === 0 ? [] : [firstId(number)]),
    insert(ctx, message, isUnchangedSince(pair), at),
  ];
  const results = await batchRows(chatAt(ctx.chats, number), statements);
  // The columns of the statement.
  const [row] = (results.at(-1) ?? []) as unknown as InsertedRow[];
  return row ? storedRow(me, message, at, row) : null;
}

type InsertedRow = Pick<LiveMessageRow, "id" | "quote">;

/** Inserts the row of a pair's conversation, at their first message. */
function openConversation(me: string, receiverId: string, pair: Pair): SQL {
  const [low, high] = me < receiverId ? [pair.mine, pair.other] : [pair.other, pair.mine];
  return sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO conversations (low_id, high_id, low, high)
    VALUES (min(${me}, ${receiverId}), max(${me}, ${receiverId}), ${low}, ${high})
    ON CONFLICT DO NOTHING`;
}

/** Inserts an empty row before the first message of a database, which then gets an id of that database. */
function firstId(number: number): SQL {
  return sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO chat_messages (id, created_at)
    SELECT ${number * IDS_OF_A_DATABASE}, 0 WHERE NOT EXISTS (SELECT 1 FROM chat_messages)`;
}

/** A condition on a conversation `c`: it has a message, which may be deleted. */
const hasMessage = (id: number) =>
  sql`EXISTS (SELECT 1 FROM chat_messages r WHERE r.id = ${id} AND r.conversation = c.key)`;

/** A condition on a conversation `c`: the connection of the two has not changed since the pair was read. */
const isUnchangedSince = ({ checked }: Pair) => sql`c.changed <= ${checked}`;

/**
 * Inserts the message. Its id is the greatest so far and one more, because the table never loses its newest row.
 * After a repetition `RETURNING` has no row, as for a message that is stored already: the caller then reads it.
 * @param isAllowed the condition that the two may exchange messages
 */
function insert(
  ctx: ChatCtx,
  { receiverId, content, clientId, file, replyTo, forwarded }: NewMessage,
  isAllowed: SQL,
  at: Date,
): SQL {
  const me = ctx.viewer.id;
  return sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO chat_messages (conversation, sender, unread_by, client_id, content, created_at, attachment_media_id,
      attachment_type, attachment_name, attachment_size, attachment_width, attachment_height, reply_to, forwarded)
    SELECT c.key, ${keyIn(me)}, ${keyIn(receiverId)}, ${storedClientId(clientId)}, ${content}, ${at.getTime()},
      ${file?.id ?? null}, ${file?.type ?? null}, ${file?.name ?? null}, ${file?.size ?? null},
      ${file?.width || null}, ${file?.height || null}, ${replyTo}, ${forwarded}
    FROM conversations c
    WHERE ${isBetween(me, receiverId)} AND ${isAllowed} AND ${hasMessagesLeft(ctx)} AND ${hasEmail(ctx)}
      ${replyTo === null ? sql`` : sql`AND ${hasMessage(replyTo)}`}
    ON CONFLICT DO NOTHING
    RETURNING id AS id, ${quoteOf(sql`chat_messages`)} AS quote`;
}

function storedRow(
  senderId: string,
  { file, ...message }: NewMessage,
  at: Date,
  { id, quote }: InsertedRow,
): LiveMessageRow {
  return {
    id,
    quote,
    ...message,
    senderId,
    isRead: 0,
    createdAt: at.toISOString(),
    attachmentType: file?.type ?? null,
    attachmentName: file?.name ?? null,
    attachmentSize: file?.size ?? null,
    width: file?.width || null,
    height: file?.height || null,
    senderReaction: null,
    receiverReaction: null,
    editedAt: null,
    version: null,
  };
}

/**
 * Returns the sender's message with this `clientId`, from any database: it may be of another conversation.
 * @throws AppError `conflict` when it was deleted. Publishes the deletion to the sender's tabs, so they stop resending
 */
async function find(
  ctx: ChatCtx,
  { receiverId, clientId }: NewMessage,
  pair: Pair,
): Promise<LiveMessageRow | null> {
  const me = ctx.viewer.id;
  const own = sql`m.sender = ${pair.mine} AND m.client_id = ${storedClientId(clientId)}`;
  const found = await inEveryChat(ctx.chats, (chat) =>
    batchRows(chat, [
      liveMessageRows(sql`SELECT m.id AS id FROM chat_messages m WHERE ${own}`),
      sql`SELECT m.id AS id FROM chat_messages m WHERE ${own} AND m.content IS NULL`,
    ]),
  );
  // The columns of the statements.
  const [row] = found.flatMap(([rows]) => rows as unknown as LiveMessageRow[]);
  const [deleted] = found.flatMap(([, rows]) => rows ?? []);
  if (row || !deleted) return row ?? null;
  const payload = { id: String(deleted.id), senderId: me, receiverId, clientId };
  ctx.realtime.publish(me, { type: "message_deleted", payload });
  throw new AppError("conflict", "This message was deleted.");
}

/**
 * Publishes a message to both members and returns it, also one that was stored earlier: the first reply may be lost.
 * @throws AppError `conflict` when another member received it
 */
function publishTo(
  ctx: ChatCtx,
  { receiverId }: NewMessage,
  names: Pick<Pair, "myUsername" | "otherUsername">,
  row: LiveMessageRow,
): LiveMessage {
  const me = ctx.viewer.id;
  const byId = new Map([
    [receiverId, names.otherUsername],
    [me, names.myUsername],
  ]);
  const [mine, theirs] = [liveMessageOf(row, byId, me), liveMessageOf(row, byId, receiverId)];
  if (!mine || !theirs || row.receiverId !== receiverId) {
    throw new AppError("conflict", "This message belongs to another conversation.");
  }
  ctx.realtime.publish(me, { type: "message", payload: mine });
  ctx.realtime.publish(receiverId, { type: "message", payload: theirs });
  return mine;
}
