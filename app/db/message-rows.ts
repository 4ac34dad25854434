import { type SQL, sql } from "drizzle-orm";
import type { LiveMessage, MessageView } from "~/contract/chat";
import { clientIdOf, receiverOf, senderOf } from "./conversations";
import { isoTime } from "./times";

/** A row with `messageColumns`: a message with the dimensions of its image. */
export interface MessageRow {
  id: number;
  senderId: string;
  receiverId: string;
  content: string;
  isRead: number;
  createdAt: string;
  attachmentType: string | null;
  attachmentName: string | null;
  attachmentSize: number | null;
  width: number | null;
  height: number | null;
}

/** A row of `liveMessageRows`: a message as the channel sends it, without the members' names. */
export interface LiveMessageRow extends MessageRow {
  clientId: string | null;
}

/** Usernames by member id. */
export type Names = ReadonlyMap<string, string>;

/** The condition that a message `m` is not deleted. The index of a conversation's messages has only those. */
export const isStored = sql`m.content IS NOT NULL`;

/** The columns of a message `m` of the conversation `c`. */
export const messageColumns = sql`
  m.id AS id, ${senderOf} AS senderId, ${receiverOf} AS receiverId, m.content AS content,
  m.unread_by IS NULL AS isRead, ${isoTime(sql`m.created_at`)} AS createdAt,
  m.attachment_type AS attachmentType, m.attachment_name AS attachmentName, m.attachment_size AS attachmentSize,
  m.attachment_width AS width, m.attachment_height AS height`;

/** Returns a query for the messages whose ids a subquery returns as `id`, sorted by id, without deleted ones. */
export function liveMessageRows(ids: SQL): SQL {
  return sql`
    SELECT ${messageColumns}, ${clientIdOf(sql`m.client_id`)} AS clientId
    FROM (${ids}) picked CROSS JOIN chat_messages m ON m.id = picked.id AND ${isStored}
      CROSS JOIN conversations c ON c.key = m.conversation
    ORDER BY m.id`;
}

/** Returns a row in the shape of the API. */
export function messageViewOf(row: MessageRow): MessageView {
  const { senderId, receiverId, content, createdAt } = row;
  const view = { id: String(row.id), senderId, receiverId, content, isRead: row.isRead === 1, createdAt };
  if (row.attachmentType === null) return view;
  return {
    ...view,
    attachment: {
      type: row.attachmentType,
      url: `/api/chat/attachments/${row.id}`,
      name: row.attachmentName ?? "Attachment",
      size: row.attachmentSize ?? 0,
      ...(row.width && row.height ? { width: row.width, height: row.height } : {}),
    },
  };
}

/**
 * Returns a row in the shape of the channel; null when a member's name is missing. A message without a `clientId` gets an empty one.
 */
export function liveMessageOf(row: LiveMessageRow, names: Names): LiveMessage | null {
  const [senderUsername, receiverUsername] = [names.get(row.senderId), names.get(row.receiverId)];
  if (senderUsername === undefined || receiverUsername === undefined) return null;
  return {
    ...messageViewOf(row),
    senderUsername,
    receiverUsername,
    timestamp: row.createdAt,
    clientId: row.clientId ?? "",
  };
}
