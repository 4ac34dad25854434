import { sql } from "drizzle-orm";
import type { UnreadMessages } from "~/contract/chat";
import { UNREAD_LISTED_MAX } from "~/contract/limits";
import { cursorOf, IDS_OF_A_DATABASE } from "~/contract/message-cursor";
import { inEveryChat } from "~/db/chats";
import { limit } from "~/db/limit";
import { type MutedChat, mutedChats } from "~/db/muted-chats";
import type { ChatCtx } from "./chat-context";
import { sumOfUnread, unreadCounts, unreadMessageRows } from "./count-unread";

type UnreadCtx = Pick<ChatCtx, "chats" | "viewer">;

/** Returns the connections whose chats the viewer has muted. */
export const listMutedChats = ({ chats: [main], viewer }: UnreadCtx): Promise<MutedChat[]> =>
  main.all<MutedChat>(mutedChats(viewer.id));

/**
 * Returns the viewer's unread messages from connections whose chats are not muted, their ids up to 100, a cursor of the
 * messages that the reply covers, and the muted chats.
 * @param mutes the rows of `listMutedChats`
 */
export async function readUnreadMessages(
  { chats, viewer }: UnreadCtx,
  mutes: readonly MutedChat[],
): Promise<UnreadMessages> {
  const muted = mutes.map(({ id }) => id);
  const found = await inEveryChat(chats, (chat) =>
    chat.get<{ last: number | null; ids: string; counts: string }>(sql`
      SELECT (SELECT max(id) FROM chat_messages) AS last,
        (SELECT json_group_array(json_array(sender, id))
          FROM (${unreadMessageRows(viewer.id, muted)} ${limit(UNREAD_LISTED_MAX)})) AS ids,
        (SELECT json_group_array(json_object('sender', sender, 'unread', unread)) FROM (${unreadCounts(viewer.id)})) AS counts`),
  );
  const bySender: Record<string, string[]> = {};
  // The statement returns pairs and objects in this form.
  const listed = found.flatMap(({ ids }) => JSON.parse(ids) as [string, number][]);
  const counts = found.flatMap((one) => JSON.parse(one.counts) as { sender: string; unread: number }[]);
  for (const [senderId, id] of listed.slice(0, UNREAD_LISTED_MAX)) {
    bySender[senderId] = [...(bySender[senderId] ?? []), String(id)];
  }
  const last = cursorOf(found.map((one, number) => one.last ?? number * IDS_OF_A_DATABASE));
  const ends = mutes.map(({ id, until }) => [id, new Date(until).toISOString()]);
  return {
    last,
    count: sumOfUnread(counts, muted),
    bySender,
    ...(ends.length > 0 ? { muted: Object.fromEntries(ends) } : {}),
  };
}
