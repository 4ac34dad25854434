import { sql } from "drizzle-orm";
import type { LiveMessage } from "~/contract/chat";
import { notBlocked } from "~/db/blocks";
import { limit } from "~/db/limit";
import { liveMessageOf, type MessageRow, messageRows } from "~/db/message-rows";
import type { ChatCtx } from "./chat-context";

/**
 * Returns the messages that the viewer sent or received after one they have, oldest first. Ids increase in commit order, so
 * a message stored later never sorts before a returned id. Leaves out messages with a member of a block, as `listMessages`
 * does.
 * @param after the id of the last message that the viewer has
 * @param most the maximum number of messages
 */
export async function listMissed(
  { db, viewer }: Pick<ChatCtx, "db" | "viewer">,
  after: string,
  most: number,
): Promise<LiveMessage[]> {
  const id = Number(after);
  const rows = await db.all<MessageRow>(
    messageRows(sql`
      SELECT id FROM messages
      WHERE receiver_id = ${viewer.id} AND id > ${id} AND ${notBlocked(viewer.id, sql`sender_id`)}
      UNION ALL SELECT id FROM messages
      WHERE sender_id = ${viewer.id} AND id > ${id} AND ${notBlocked(viewer.id, sql`receiver_id`)}
      ORDER BY id ${limit(most)}`),
  );
  return rows.map(liveMessageOf);
}

/** Returns the id of the last message that the viewer sent or received, "0" without any. */
export async function lastMessageId({ db, viewer }: Pick<ChatCtx, "db" | "viewer">): Promise<string> {
  const row = await db.get<{ id: number }>(sql`
    SELECT max(
      ifnull((SELECT max(id) FROM messages WHERE receiver_id = ${viewer.id}), 0),
      ifnull((SELECT max(id) FROM messages WHERE sender_id = ${viewer.id}), 0)) AS id`);
  return String(row.id);
}
