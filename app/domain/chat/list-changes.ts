import { sql } from "drizzle-orm";
import type { ServerFrame } from "~/contract/channel";
import { SYNC_MAX } from "~/contract/limits";
import { batchRows } from "~/db/batch";
import { limit } from "~/db/limit";
import { pairKey } from "../connections/read-status";
import type { ChatCtx } from "./chat-context";

type ChangeFrame = Extract<ServerFrame, { type: "message_deleted" | "read" }>;

/**
 * Returns what has changed in messages that the viewer's page holds: a `message_deleted` for each deletion, at most 1000, and
 * a `read` for each conversation with the last message that the other member has read. Idempotent, so a page may have
 * received a change before. Costs a few index entries for each conversation.
 * @param held the id of the oldest message that the page holds, by the other member
 */
export async function listChanges(
  { db, viewer }: Pick<ChatCtx, "db" | "viewer">,
  held: Record<string, string>,
): Promise<ChangeFrame[]> {
  const me = viewer.id;
  const others = Object.entries(held).map(([id, from]) => ({
    id,
    first: Number(from),
    pair: pairKey(me, id),
  }));
  if (others.length === 0) return [];
  const list = sql`(
    SELECT value ->> 'id' AS id, value ->> 'first' AS first, value ->> 'pair' AS pair
    FROM json_each(${JSON.stringify(others)})) o`;
  const deletions = sql`
    SELECT d.message_id AS id, d.sender_id AS senderId, d.receiver_id AS receiverId, d.client_id AS clientId
    FROM ${list} CROSS JOIN deleted_messages d`;
  const [deleted = [], read = []] = await batchRows(db, [
    sql`
      ${deletions} ON d.receiver_id = ${me} AND d.sender_id = o.id AND d.message_id >= o.first
      UNION ALL ${deletions} ON d.receiver_id = o.id AND d.sender_id = ${me} AND d.message_id >= o.first
      ${limit(SYNC_MAX)}`,
    // Messages are marked as read up to one of them, so every message before the first unread one is read.
    sql`
      SELECT o.id AS userId, ifnull(
        (SELECT id - 1 FROM messages
          WHERE receiver_id = o.id AND sender_id = ${me} AND is_read = 0 ORDER BY id LIMIT 1),
        (SELECT max(id) FROM messages WHERE pair = o.pair)) AS upTo
      FROM ${list}`,
  ]);
  return [
    ...deleted.map(({ id, senderId, receiverId, clientId }) => ({
      type: "message_deleted" as const,
      payload: {
        id: String(id),
        senderId: String(senderId),
        receiverId: String(receiverId),
        clientId: String(clientId),
      },
    })),
    ...read
      .filter(({ upTo }) => Number(upTo) > 0)
      .map(({ userId, upTo }) => ({
        type: "read" as const,
        payload: { userId: String(userId), senderId: me, upTo: String(upTo) },
      })),
  ];
}
