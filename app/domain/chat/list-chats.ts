import { sql } from "drizzle-orm";
import type { ChatListItem } from "~/contract/chat";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { connectionsOf } from "~/db/connections";
import { isBetween, isUnreadFrom } from "~/db/conversations";
import { limit } from "~/db/limit";
import { isStored } from "~/db/message-rows";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

interface ChatRow extends Omit<ChatListItem, "lastMessage"> {
  /** Id, content and time of the latest message, as a JSON array; null without any. */
  latest: string | null;
}

/** Returns the viewer's conversations, one per connection: latest message first, then by name. One statement. */
export async function listChats(ctx: ViewerCtx): Promise<ChatListItem[]> {
  const [rows] = await readRows(ctx, chatRows());
  const idOf = ({ lastMessage }: ChatListItem) => Number(lastMessage?.id ?? 0);
  return rows
    .map(({ latest, ...chat }) => ({ ...chat, lastMessage: latest === null ? null : latestOf(latest) }))
    .sort((a, b) => idOf(b) - idOf(a));
}

function latestOf(latest: string): ChatListItem["lastMessage"] {
  // The statement writes the array in this form.
  const [id, content, at] = JSON.parse(latest) as [number, string, number];
  return { id: String(id), content, createdAt: new Date(at).toISOString() };
}

/** The rows of `listChats`, by name. A subquery reads the latest message in one look-up; a join on its id would take two. */
export const chatRows = viewerQuery<void, ChatRow>({
  held: () => "chats",
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT u.id AS userId, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
      (SELECT count(*) FROM (
        SELECT 1 FROM chat_messages WHERE ${isUnreadFrom(sql`u.id`)} ${limit(UNREAD_COUNT_MAX)})) AS unreadCount,
      (SELECT json_array(m.id, m.content, m.created_at) FROM chat_messages m
        WHERE m.conversation = c.key AND ${isStored} ORDER BY m.id DESC LIMIT 1) AS latest
    FROM (${connectionsOf(me)}) n JOIN users u ON u.id = n.id
      LEFT JOIN conversations c ON ${isBetween(me, sql`u.id`)}
    ORDER BY lower(u.full_name), u.id`,
});
