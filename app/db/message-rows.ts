import { type SQL, sql } from "drizzle-orm";
import type { LiveMessage, MessageView } from "~/contract/chat";

/** A row of `messageRows`: a message with both usernames and the dimensions of its image. */
export interface MessageRow {
  id: number;
  senderId: string;
  receiverId: string;
  content: string;
  isRead: number;
  createdAt: string;
  clientId: string | null;
  attachmentType: string | null;
  attachmentName: string | null;
  attachmentSize: number | null;
  width: number | null;
  height: number | null;
  senderUsername: string;
  receiverUsername: string;
}

/** Returns a query for the messages whose ids a subquery returns as `id`, sorted by id. Costs one look-up per message. */
export function messageRows(ids: SQL, order: "ASC" | "DESC" = "ASC"): SQL {
  return sql`
    SELECT m.id AS id, m.sender_id AS senderId, m.receiver_id AS receiverId, m.content AS content,
      m.is_read AS isRead, m.created_at AS createdAt, m.client_id AS clientId,
      m.attachment_type AS attachmentType, m.attachment_name AS attachmentName, m.attachment_size AS attachmentSize,
      p.width AS width, p.height AS height, s.username AS senderUsername, r.username AS receiverUsername
    FROM (${ids}) picked JOIN messages m ON m.id = picked.id
      JOIN users s ON s.id = m.sender_id JOIN users r ON r.id = m.receiver_id
      LEFT JOIN media p ON p.id = m.attachment_media_id AND p.width > 0
    ORDER BY m.id ${sql.raw(order)}`;
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

/** Returns a row in the shape of the channel. A message without a `clientId` gets an empty one. */
export function liveMessageOf(row: MessageRow): LiveMessage {
  return {
    ...messageViewOf(row),
    senderUsername: row.senderUsername,
    receiverUsername: row.receiverUsername,
    timestamp: row.createdAt,
    clientId: row.clientId ?? "",
  };
}
