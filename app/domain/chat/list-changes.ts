import { sql } from "drizzle-orm";
import type { ServerFrame } from "~/contract/channel";
import { SYNC_MAX } from "~/contract/limits";
import { batchRows } from "~/db/batch";
import { inEveryChat } from "~/db/chats";
import { clientIdOf, isBetween, keyIn, receiverOf, senderOf } from "~/db/conversations";
import { limit } from "~/db/limit";
import { isStored, type MessageRow, messageColumns, messageViewOf } from "~/db/message-rows";
import type { ChatCtx } from "./chat-context";
import { withinBytes } from "./within-bytes";

type ChangeFrame = Extract<ServerFrame, { type: "message_deleted" | "message_changed" | "read" }>;

/** Bytes of changed messages after which older ones are left out: a page has to read them in time. */
const CHANGED_BYTES_MAX = 512 * 1024;
/** The messages among which the last one is searched that was read, and whose sender may know. */
const READ_SEARCHED_MAX = 200;

/**
 * Returns what has changed in messages that the viewer's page has loaded: a `message_deleted` for each deletion, at
 * most 1000, a `message_changed` for each message with another text or with reactions, now or before, of the newest
 * 1000, as far as they have 512 KB, and a `read` for each conversation with the last message that the other member has
 * read. A change may come twice. Costs a few index entries a conversation.
 * @param oldest the id of the oldest message that the page has loaded, by the other member
 */
export async function listChanges(
  { chats, viewer }: Pick<ChatCtx, "chats" | "viewer">,
  oldest: Record<string, string>,
): Promise<ChangeFrame[]> {
  const me = viewer.id;
  const others = Object.entries(oldest).map(([id, from]) => ({ id, first: Number(from) }));
  if (others.length === 0) return [];
  const list = sql`(
    SELECT value ->> 'id' AS id, value ->> 'first' AS first FROM json_each(${JSON.stringify(others)})) o
    CROSS JOIN conversations c ON ${isBetween(me, sql`o.id`)}`;
  const statements = [
    sql`
      SELECT m.id AS id, ${senderOf} AS senderId, ${receiverOf} AS receiverId, ${clientIdOf(sql`m.client_id`)} AS clientId
      FROM ${list} CROSS JOIN chat_messages m
        ON m.conversation = c.key AND m.content IS NULL AND m.id >= o.first
      ${limit(SYNC_MAX)}`,
    sql`
      SELECT ${messageColumns}
      FROM ${list} CROSS JOIN chat_messages m
        ON m.conversation = c.key AND m.version IS NOT NULL AND m.id >= o.first
      ORDER BY m.id DESC ${limit(SYNC_MAX)}`,
    // Messages are marked as read up to one of them, so every message before the last one whose mark is shown is read.
    sql`
      SELECT o.id AS userId, (
        SELECT own.id FROM (
          SELECT m.id AS id, m.read_privately AS isPrivate FROM chat_messages m
          WHERE m.conversation = c.key AND ${isStored} AND m.sender = ${keyIn(me)} AND m.unread_by IS NULL AND m.id >= o.first
          ORDER BY m.id DESC LIMIT ${READ_SEARCHED_MAX}) own
        WHERE own.isPrivate IS NULL LIMIT 1) AS upTo
      FROM ${list}`,
  ];
  const found = await inEveryChat(chats, (chat) => batchRows(chat, statements));
  const [deleted, changed, read] = [0, 1, 2].map((at) => found.flatMap((results) => results[at] ?? []));
  return [
    // The columns of the statement.
    ...((changed ?? []) as unknown as MessageRow[])
      .map((row) => ({ type: "message_changed" as const, payload: messageViewOf(row, me) }))
      .filter(withinBytes(CHANGED_BYTES_MAX)),
    ...(deleted ?? []).map(({ id, senderId, receiverId, clientId }) => ({
      type: "message_deleted" as const,
      payload: {
        id: String(id),
        senderId: String(senderId),
        receiverId: String(receiverId),
        ...(clientId === null ? {} : { clientId: String(clientId) }),
      },
    })),
    ...(read ?? [])
      .filter(({ upTo }) => Number(upTo) > 0)
      .map(({ userId, upTo }) => ({
        type: "read" as const,
        payload: { userId: String(userId), senderId: me, upTo: String(upTo) },
      })),
  ];
}
