import { sql } from "drizzle-orm";
import type { ChatListItem } from "~/contract/chat";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { type MarksRow, marksOf } from "~/db/chat-marks";
import { conversationsOf, isUnreadFrom } from "~/db/conversations";
import { memberKey } from "~/db/keys";
import { limit } from "~/db/limit";
import { isStored } from "~/db/message-rows";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

interface ChatRow extends Omit<ChatListItem, "lastMessage" | "mutedUntil" | "archivedTo">, MarksRow {
  /** Id, content and time of the latest message, as a JSON array; null without any. */
  latest: string | null;
}

/** The row that a chat database has for one of the viewer's conversations. */
type ConversationRow = Pick<ChatRow, "userId" | "unreadCount" | "latest">;

/** Returns a conversation per connection: latest message first, then by name. One statement a database. */
export async function listChats(ctx: ViewerCtx): Promise<ChatListItem[]> {
  const [rows] = await readRows(ctx, chatRows());
  return rows
    .map(({ latest, mutedUntil, archivedTo, ...chat }) => ({
      ...chat,
      lastMessage: latest === null ? null : latestOf(latest),
      ...marksOf({ mutedUntil, archivedTo }),
    }))
    .sort(byLatest);
}

/** Later messages first. Ids have the order of their database only, so the time comes first. */
function byLatest({ lastMessage: a }: ChatListItem, { lastMessage: b }: ChatListItem): number {
  const [at, bt] = [a?.createdAt ?? "", b?.createdAt ?? ""];
  return at === bt ? Number(b?.id ?? 0) - Number(a?.id ?? 0) : at < bt ? 1 : -1;
}

function latestOf(latest: string): ChatListItem["lastMessage"] {
  // The statement writes the array in this form.
  const [id, content, at] = JSON.parse(latest) as [number, string, number];
  return { id: String(id), content, createdAt: new Date(at).toISOString() };
}

/** The rows of `listChats`, by name. A subquery reads the latest message in one look-up, a join in two. */
export const chatRows = viewerQuery<void, ChatRow, ConversationRow>({
  held: () => "chats",
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT u.id AS userId, u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
      n.muted_until AS mutedUntil, n.archived_to AS archivedTo
    FROM connection_sides n JOIN users u ON u.id = n.other
    WHERE n.member = ${memberKey(me)} AND n.accepted = 1
    ORDER BY lower(u.full_name), u.id`,
  chat: (viewer) => {
    const userId = sql`iif(c.low_id = ${me}, c.high_id, c.low_id)`;
    return sql`
      WITH ${naming(viewer)}
      SELECT ${userId} AS userId,
        iif(c.open, (SELECT count(*) FROM (
          SELECT 1 FROM chat_messages WHERE ${isUnreadFrom(userId)} ${limit(UNREAD_COUNT_MAX)})), 0) AS unreadCount,
        (SELECT json_array(m.id, m.content, m.created_at) FROM chat_messages m
          WHERE m.conversation = c.key AND ${isStored} ORDER BY m.id DESC LIMIT 1) AS latest
      FROM (${conversationsOf(me)}) c`;
  },
  join: (members, conversations) => {
    const byMember = new Map(conversations.map((one) => [one.userId, one]));
    return members.map((one) => ({ ...one, unreadCount: 0, latest: null, ...byMember.get(one.userId) }));
  },
});
