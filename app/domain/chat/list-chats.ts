import { sql } from "drizzle-orm";
import type { ChatListItem } from "~/contract/chat";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { connectionsOf } from "~/db/connections";
import { limit } from "~/db/limit";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

interface ChatRow extends Omit<ChatListItem, "lastMessage"> {
  lastId: number | null;
  content: string | null;
  createdAt: string | null;
}

/** Returns the viewer's conversations, one per connection: latest message first, then by name. One statement. */
export async function listChats(ctx: MemberCtx): Promise<ChatListItem[]> {
  const [rows] = await readRows(ctx, chatRows());
  return rows.map(({ lastId, content, createdAt, ...chat }) => ({
    ...chat,
    lastMessage:
      lastId === null || content === null || createdAt === null
        ? null
        : { id: String(lastId), content, createdAt },
  }));
}

/** The rows of `listChats`. */
export const chatRows = viewerQuery<void, ChatRow>({
  held: () => "chats",
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT u.id AS userId, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
      (SELECT count(*) FROM (
        SELECT 1 FROM messages WHERE receiver_id = ${me} AND sender_id = u.id AND is_read = 0
        ${limit(UNREAD_COUNT_MAX)})) AS unreadCount,
      m.id AS lastId, m.content AS content, m.created_at AS createdAt
    FROM (${connectionsOf(me)}) c JOIN users u ON u.id = c.id
      LEFT JOIN messages m ON m.id = (SELECT max(id) FROM messages WHERE pair = c.pair)
    ORDER BY m.id DESC, lower(u.full_name), u.id`,
});
