import { sql } from "drizzle-orm";
import type { UnreadMessages } from "~/contract/chat";
import { UNREAD_LISTED_MAX } from "~/contract/limits";
import { cursorOf, IDS_OF_A_DATABASE } from "~/contract/message-cursor";
import { inEveryChat } from "~/db/chats";
import { limit } from "~/db/limit";
import type { ChatCtx } from "./chat-context";
import { sumOfUnread, unreadMessageRows, unreadMessages } from "./count-unread";

/** Returns the viewer's unread messages from connections, their ids up to 100, and a cursor of the messages that the reply covers. */
export async function readUnreadMessages({
  chats,
  viewer,
}: Pick<ChatCtx, "chats" | "viewer">): Promise<UnreadMessages> {
  const found = await inEveryChat(chats, (chat) =>
    chat.get<{ last: number | null; ids: string; unread: number }>(sql`
      SELECT (SELECT max(id) FROM chat_messages) AS last,
        (SELECT json_group_array(json_array(sender, id))
          FROM (${unreadMessageRows(viewer.id)} ${limit(UNREAD_LISTED_MAX)})) AS ids,
        (${unreadMessages(viewer.id)}) AS unread`),
  );
  const bySender: Record<string, string[]> = {};
  // The statement returns pairs in this form.
  const listed = found.flatMap(({ ids }) => JSON.parse(ids) as [string, number][]);
  for (const [senderId, id] of listed.slice(0, UNREAD_LISTED_MAX)) {
    bySender[senderId] = [...(bySender[senderId] ?? []), String(id)];
  }
  const last = cursorOf(found.map((one, number) => one.last ?? number * IDS_OF_A_DATABASE));
  return { last, count: sumOfUnread(found), bySender };
}
