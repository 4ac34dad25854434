import { sql } from "drizzle-orm";
import type { LiveMessage } from "~/contract/chat";
import { notBlocked } from "~/db/blocks";
import { conversationsOf } from "~/db/conversations";
import { limit } from "~/db/limit";
import { isStored, type LiveMessageRow, liveMessageOf, liveMessageRows } from "~/db/message-rows";
import type { ChatCtx } from "./chat-context";

/**
 * Returns the messages that the viewer sent or received after one they have, oldest first. Ids increase in commit order, so
 * a message stored later never sorts before a returned id. Leaves out messages with a member of a block, as `listMessages`
 * does. Costs one row for each conversation, and no more rows of one than are returned: an index of the members' messages
 * would write two rows for each message.
 * @param after the id of the last message that the viewer has
 * @param most the maximum number of messages
 */
export async function listMissed(
  { db, viewer }: Pick<ChatCtx, "db" | "viewer">,
  after: string,
  most: number,
): Promise<LiveMessage[]> {
  const first = sql`
    SELECT m.id FROM chat_messages m WHERE m.conversation = c.key AND ${isStored} AND m.id > ${Number(after)}
    ORDER BY m.id ${limit(most)}`;
  const rows = await db.all<LiveMessageRow>(
    liveMessageRows(sql`
      SELECT m.id FROM (${conversationsOf(viewer.id)}) c CROSS JOIN chat_messages m ON m.id IN (${first})
      WHERE ${notBlocked(viewer.id, sql`iif(c.low_id = ${viewer.id}, c.high_id, c.low_id)`)}
      ORDER BY m.id ${limit(most)}`),
  );
  return rows.map(liveMessageOf);
}

/** Returns an id that no later message of anybody's falls short of: the greatest of all messages, "0" without any. */
export async function lastMessageId({ db }: Pick<ChatCtx, "db">): Promise<string> {
  const row = await db.get<{ id: number }>(sql`SELECT ifnull(max(id), 0) AS id FROM chat_messages`);
  return String(row.id);
}
