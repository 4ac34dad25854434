import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import type { LiveMessage, MessageInput } from "~/contract/chat";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { REPLY_TO_MISSING } from "~/contract/message-texts";
import { FILE_REMOVED } from "~/contract/texts";
import { batchRows } from "~/db/batch";
import { chatAt, inEveryChat } from "~/db/chats";
import { unguarded } from "~/db/client";
import { isBetween, storedClientId } from "~/db/conversations";
import { rowId } from "~/db/cursor";
import { type LiveMessageRow, liveMessageOf, liveMessageRows } from "~/db/message-rows";
import { isRaisedBy, isSessionEnded, REMOVED_FILE } from "~/db/violations";
import { requireEmail } from "../quota";
import { canChat, type Pair, readPair } from "./can-chat";
import type { ChatCtx } from "./chat-context";
import {
  beginConversation,
  hasMessage,
  insertMessage,
  isUnchangedSince,
  type NewMessage,
} from "./insert-message";
import { messageQuotaError } from "./message-quota";
import { copyAttachment, originalMissing, readOriginal } from "./read-original";
import { storeAttachment } from "./store-attachment";

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
  if (content === "" && !attachment && !forward) throw new AppError("invalid", msg`Please write a message`);
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
  const sent = needsFile || isMissing || given.chats.length > 1 ? null : await checkAndInsert(given, message);
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

type Names = Pick<Pair, "myUsername" | "otherUsername">;

const notAllowed = () => new AppError("forbidden", msg`Only connections can write to each other.`);

/** Inserts a text into the conversation of two members whom the same statement checks. For a site with one database. */
function checkAndInsert(ctx: ChatCtx, message: NewMessage) {
  const me = ctx.viewer.id;
  const { receiverId } = message;
  const names = sql`,
    (SELECT username FROM users WHERE id = ${me}) AS myUsername,
    (SELECT username FROM users WHERE id = ${receiverId}) AS otherUsername`;
  return insertMessage<Names>(ctx, ctx.db, message, canChat(me, receiverId), { names });
}

/** Stores a message. @returns null when it is stored already, or not allowed any more */
async function store(
  ctx: ChatCtx,
  message: NewMessage,
  pair: Pair,
  number: number,
): Promise<LiveMessageRow | null> {
  const { file } = message;
  const chat = chatAt(ctx.chats, number);
  const insert = (before?: SQL[]) => insertMessage(ctx, chat, message, isUnchangedSince(pair), { before });
  const begin = beginConversation(ctx.viewer.id, message.receiverId, pair, number);
  if (!file) {
    // In one database, `sendMessage` has tried an existing conversation.
    const inserted = ctx.chats.length > 1 ? await insert() : null;
    return (inserted ?? (await insert(begin)))?.row ?? null;
  }
  await ctx.db.run(file.insert).catch(async (error: unknown) => {
    const isRemoved = isRaisedBy(error, REMOVED_FILE);
    if (isRemoved || isSessionEnded(error)) await ctx.media.remove([file.id]);
    throw isRemoved ? new AppError("unsupported_media", FILE_REMOVED) : error;
  });
  const inserted = await insert(begin);
  // If this is cut off, the hourly run deletes the row (`sweepUnused`).
  if (!inserted) await unguarded(ctx.db).run(file.remove);
  return inserted?.row ?? null;
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
  throw new AppError("conflict", msg`This message was deleted.`);
}

/**
 * Publishes a message to both members and returns it, also one that was stored earlier: the first reply may be lost.
 * @throws AppError `conflict` when another member received it
 */
function publishTo(ctx: ChatCtx, { receiverId }: NewMessage, names: Names, row: LiveMessageRow): LiveMessage {
  const me = ctx.viewer.id;
  const byId = new Map([
    [receiverId, names.otherUsername],
    [me, names.myUsername],
  ]);
  const [mine, theirs] = [liveMessageOf(row, byId, me), liveMessageOf(row, byId, receiverId)];
  if (!mine || !theirs || row.receiverId !== receiverId) {
    throw new AppError("conflict", msg`This message belongs to another conversation.`);
  }
  ctx.realtime.publish(me, { type: "message", payload: mine });
  ctx.realtime.publish(receiverId, { type: "message", payload: theirs });
  return mine;
}
