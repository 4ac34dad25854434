import { sql } from "drizzle-orm";
import type { LiveMessage } from "~/contract/chat";
import { notBlocked } from "~/db/blocks";
import { limit } from "~/db/limit";
import { liveMessageOf, type MessageRow, messageRows } from "~/db/message-rows";
import type { ChatCtx } from "./chat-context";

/**
 * The messages a member sent or got after one they have, oldest first. Ids grow in the order of storing, so nothing
 * that is stored later can come before an id that was answered. What the two of a block wrote to each other is not there,
 * as in `listMessages`.
 * @param most at most so many
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

/** The id of the last message the member sent or got; "0" when there is none. */
export async function lastMessageId({ db, viewer }: Pick<ChatCtx, "db" | "viewer">): Promise<string> {
  const row = await db.get<{ id: number }>(sql`
    SELECT max(
      ifnull((SELECT max(id) FROM messages WHERE receiver_id = ${viewer.id}), 0),
      ifnull((SELECT max(id) FROM messages WHERE sender_id = ${viewer.id}), 0)) AS id`);
  return String(row.id);
}
