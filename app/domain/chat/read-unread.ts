import { sql } from "drizzle-orm";
import type { UnreadMessages } from "~/contract/chat";
import { UNREAD_LISTED_MAX } from "~/contract/limits";
import { limit } from "~/db/limit";
import type { ChatCtx } from "./chat-context";
import { unreadMessageRows, unreadMessages } from "./count-unread";

/** Returns the viewer's unread messages from connections, their ids up to 100, and the newest message the reply covers. */
export async function readUnreadMessages({
  db,
  viewer,
}: Pick<ChatCtx, "db" | "viewer">): Promise<UnreadMessages> {
  const { last, unread, count } = await db.get<{ last: number | null; unread: string; count: number }>(sql`
    SELECT (SELECT max(id) FROM chat_messages) AS last,
      (SELECT json_group_array(json_array(s.id, m.id))
        FROM (${unreadMessageRows(viewer.id)} ${limit(UNREAD_LISTED_MAX)}) m CROSS JOIN users s ON s.key = m.sender) AS unread,
      (${unreadMessages(viewer.id)}) AS count`);
  const bySender: Record<string, string[]> = {};
  // The statement returns pairs in this form.
  for (const [senderId, id] of JSON.parse(unread) as [string, number][]) {
    bySender[senderId] = [...(bySender[senderId] ?? []), String(id)];
  }
  return { last: String(last ?? 0), count, bySender };
}
