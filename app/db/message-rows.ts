import { type SQL, sql } from "drizzle-orm";
import { attachmentName } from "~/contract/attachment-name";
import type { LiveMessage, MessageView } from "~/contract/chat";
import { QUOTE_MAX } from "~/contract/limits";
import { clientIdOf, receiverOf, senderOf } from "./conversations";
import { isoTime } from "./times";

/** A row with `messageColumns`: a message with the dimensions of its image. */
export interface MessageRow {
  id: number;
  senderId: string;
  receiverId: string;
  content: string;
  /** 0 for an unread message, 1 for a read one, 2 for one whose sender does not see that it was read. */
  isRead: 0 | 1 | 2;
  createdAt: string;
  attachmentType: string | null;
  attachmentName: string | null;
  attachmentSize: number | null;
  width: number | null;
  height: number | null;
  replyTo: number | null;
  quote: string | null;
  senderReaction: string | null;
  receiverReaction: string | null;
  editedAt: string | null;
  version: number | null;
  forwarded: 1 | null;
}

/** A row of `liveMessageRows`: a message as the channel sends it, without the members' names. */
export interface LiveMessageRow extends MessageRow {
  clientId: string | null;
}

/** Usernames by member id. */
export type Names = ReadonlyMap<string, string>;

/** The condition that a message `m` is not deleted. The index of a conversation's messages has only those. */
export const isStored = sql`m.content IS NOT NULL`;

/**
 * The quote of a reply, as a JSON array: whether the reply's sender wrote the original, and its beginning. Null for a
 * deleted original, and without one, which reads no row.
 * @param of the name of the reply's table
 */
export const quoteOf = (of: SQL): SQL => sql`
  (SELECT json_array(q.sender = ${of}.sender, substr(q.content, 1, ${sql.raw(String(QUOTE_MAX))})) FROM chat_messages q
    WHERE q.id = ${of}.reply_to AND q.content IS NOT NULL)`;

/** The bytes of the rows before this one, newest first: the condition that it is below a limit keeps at least one. */
export const bytesBefore = (id: SQL, bytes: SQL): SQL =>
  sql`ifnull(sum(${bytes}) OVER (ORDER BY ${id} DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)`;

/** The columns of a tombstone. It keeps the message's identity, and whether its sender may see that it was read. */
export const emptied = (at: Date): SQL => sql`
  content = NULL, unread_by = NULL, created_at = ${at.getTime()}, attachment_type = NULL, attachment_name = NULL,
  attachment_size = NULL, attachment_width = NULL, attachment_height = NULL, reply_to = NULL, sender_reaction = NULL,
  receiver_reaction = NULL, edited_at = NULL, version = NULL, forwarded = NULL`;

/** The columns of a message `m` of the conversation `c`. */
export const messageColumns = sql`
  m.id AS id, ${senderOf} AS senderId, ${receiverOf} AS receiverId, m.content AS content,
  iif(m.unread_by IS NULL, 1 + (m.read_privately IS NOT NULL), 0) AS isRead, ${isoTime(sql`m.created_at`)} AS createdAt,
  m.attachment_type AS attachmentType, m.attachment_name AS attachmentName, m.attachment_size AS attachmentSize,
  m.attachment_width AS width, m.attachment_height AS height, m.reply_to AS replyTo, ${quoteOf(sql`m`)} AS quote,
  m.sender_reaction AS senderReaction, m.receiver_reaction AS receiverReaction,
  ${isoTime(sql`m.edited_at`)} AS editedAt, m.version AS version, m.forwarded AS forwarded`;

/** Returns a query for the messages whose ids a subquery returns as `id`, sorted by id, without deleted ones. */
export function liveMessageRows(ids: SQL): SQL {
  return sql`
    SELECT ${messageColumns}, ${clientIdOf(sql`m.client_id`)} AS clientId
    FROM (${ids}) picked CROSS JOIN chat_messages m ON m.id = picked.id AND ${isStored}
      CROSS JOIN conversations c ON c.key = m.conversation
    ORDER BY m.id`;
}

/** Returns a row in the shape of the API, as one of its two members may see it. */
export function messageViewOf(row: MessageRow, viewerId: string): MessageView {
  const { senderId, receiverId, content, createdAt } = row;
  const view = {
    id: String(row.id),
    senderId,
    receiverId,
    content,
    isRead: row.isRead === 1 || (row.isRead === 2 && viewerId === receiverId),
    createdAt,
    ...changesOf(row),
  };
  if (row.attachmentType === null) return view;
  return {
    ...view,
    attachment: {
      type: row.attachmentType,
      url: `/api/chat/attachments/${row.id}`,
      name: attachmentName(row.attachmentName, row.attachmentType),
      size: row.attachmentSize ?? 0,
      ...(row.width && row.height ? { width: row.width, height: row.height } : {}),
    },
  };
}

/** Returns the fields that only some messages have. */
function changesOf(
  row: MessageRow,
): Pick<MessageView, "replyTo" | "reactions" | "editedAt" | "version" | "isForwarded"> {
  const reactions = [
    { userId: row.senderId, emoji: row.senderReaction },
    { userId: row.receiverId, emoji: row.receiverReaction },
  ].flatMap(({ userId, emoji }) => (emoji === null ? [] : [{ userId, emoji }]));
  return {
    ...(row.replyTo === null ? {} : { replyTo: { id: String(row.replyTo), original: originalOf(row) } }),
    ...(reactions.length > 0 ? { reactions } : {}),
    ...(row.editedAt === null ? {} : { editedAt: row.editedAt }),
    ...(row.version === null ? {} : { version: row.version }),
    ...(row.forwarded === null ? {} : { isForwarded: true }),
  };
}

function originalOf({ quote, senderId, receiverId }: MessageRow) {
  if (quote === null) return null;
  // `quoteOf` writes the array in this form.
  const [isOwn, content] = JSON.parse(quote) as [0 | 1, string];
  return { senderId: isOwn ? senderId : receiverId, content };
}

/**
 * Returns a row as the viewer may see it on the channel; null when a name is missing. A missing `clientId` becomes "".
 */
export function liveMessageOf(row: LiveMessageRow, names: Names, viewerId: string): LiveMessage | null {
  const [senderUsername, receiverUsername] = [names.get(row.senderId), names.get(row.receiverId)];
  if (senderUsername === undefined || receiverUsername === undefined) return null;
  return {
    ...messageViewOf(row, viewerId),
    senderUsername,
    receiverUsername,
    timestamp: row.createdAt,
    clientId: row.clientId ?? "",
  };
}
