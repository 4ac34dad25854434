import { type SQL, sql } from "drizzle-orm";
import { IDS_OF_A_DATABASE } from "~/contract/message-cursor";
import { batchRows } from "~/db/batch";
import type { Db } from "~/db/client";
import { isBetween, keyIn, storedClientId } from "~/db/conversations";
import { type LiveMessageRow, quoteOf } from "~/db/message-rows";
import { IDEMPOTENT } from "~/db/repeatable";
import type { Pair } from "./can-chat";
import type { ChatCtx } from "./chat-context";
import { hasEmail, hasMessagesLeft } from "./message-quota";
import type { StoredAttachment } from "./store-attachment";

export interface NewMessage {
  receiverId: string;
  content: string;
  clientId: string;
  file: StoredAttachment | null;
  /** The id of the message that this one answers. */
  replyTo: number | null;
  /** 1 for a forwarded message. */
  forwarded: 1 | null;
}

/** A condition on a conversation `c`: it has a message, which may be deleted. */
export const hasMessage = (id: number) =>
  sql`EXISTS (SELECT 1 FROM chat_messages r WHERE r.id = ${id} AND r.conversation = c.key)`;

/** A condition on a conversation `c`: the connection of the two has not changed since the pair was read. */
export const isUnchangedSince = ({ checked }: Pair) => sql`c.changed <= ${checked}`;

/** Returns the statements that begin a conversation, before its first message. They change no existing one. */
export function beginConversation(me: string, receiverId: string, pair: Pair, number: number): SQL[] {
  const [low, high] = me < receiverId ? [pair.mine, pair.other] : [pair.other, pair.mine];
  const conversation = sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO conversations (low_id, high_id, low, high)
    VALUES (min(${me}, ${receiverId}), max(${me}, ${receiverId}), ${low}, ${high})
    ON CONFLICT DO NOTHING`;
  // An empty row before the first message of a database, which then gets an id of that database.
  const firstId = sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO chat_messages (id, created_at)
    SELECT ${number * IDS_OF_A_DATABASE}, 0 WHERE NOT EXISTS (SELECT 1 FROM chat_messages)`;
  return number === 0 ? [conversation] : [conversation, firstId];
}

type InsertedRow = Pick<LiveMessageRow, "id" | "quote">;

/**
 * Inserts a message into the conversation of its members. Its id is the greatest so far and one more, because the table
 * never loses its newest row. After a repetition `RETURNING` has no row, as for a message that is stored already: the
 * caller then reads it.
 * @param isAllowed the condition that the two may exchange messages
 * @param before statements to run first, in the same transaction
 * @param names further columns to return
 * @returns null when the two have no conversation, the message is stored already, or it is not allowed
 */
export async function insertMessage<Names extends object>(
  ctx: ChatCtx,
  chat: Db,
  message: NewMessage,
  isAllowed: SQL,
  { before = [], names = sql`` }: { before?: SQL[]; names?: SQL },
): Promise<{ row: LiveMessageRow; names: Names } | null> {
  const me = ctx.viewer.id;
  const at = ctx.now();
  const { receiverId, content, clientId, file, replyTo, forwarded } = message;
  const statement = sql`${sql.raw(IDEMPOTENT)}
    INSERT INTO chat_messages (conversation, sender, unread_by, client_id, content, created_at, attachment_media_id,
      attachment_type, attachment_name, attachment_size, attachment_width, attachment_height, reply_to, forwarded)
    SELECT c.key, ${keyIn(me)}, ${keyIn(receiverId)}, ${storedClientId(clientId)}, ${content}, ${at.getTime()},
      ${file?.id ?? null}, ${file?.type ?? null}, ${file?.name ?? null}, ${file?.size ?? null},
      ${file?.width || null}, ${file?.height || null}, ${replyTo}, ${forwarded}
    FROM conversations c
    WHERE ${isBetween(me, receiverId)} AND ${isAllowed} AND ${hasMessagesLeft(ctx)} AND ${hasEmail(ctx)}
      ${replyTo === null ? sql`` : sql`AND ${hasMessage(replyTo)}`}
    ON CONFLICT DO NOTHING
    RETURNING id AS id, ${quoteOf(sql`chat_messages`)} AS quote${names}`;
  const results = await batchRows(chat, [...before, statement]);
  // The columns of the statement.
  const [inserted] = (results.at(-1) ?? []) as unknown as (InsertedRow & Names)[];
  return inserted ? { row: storedRow(me, message, at, inserted), names: inserted } : null;
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
