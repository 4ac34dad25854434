import { sql } from "drizzle-orm";
import type { LiveMessage } from "~/contract/chat";
import { cursorOf, IDS_OF_A_DATABASE, positionIn } from "~/contract/message-cursor";
import { notBlocked } from "~/db/blocks";
import { inEveryChat } from "~/db/chats";
import { conversationsOf } from "~/db/conversations";
import { limit } from "~/db/limit";
import { isStored, type LiveMessageRow, liveMessageOf, liveMessageRows, type Names } from "~/db/message-rows";
import type { ChatCtx } from "./chat-context";
import { withinBytes } from "./within-bytes";

export interface Missed {
  /** Oldest first within each conversation. */
  messages: LiveMessage[];
  /** Up to here no message is missing. */
  cursor: string;
  /** Whether later ones are left. */
  more: boolean;
}

/**
 * Returns the messages that the viewer sent or received after a cursor, oldest first in each conversation. Ids increase
 * in commit order, so a message stored later never sorts before a returned one of its database. Leaves out messages
 * with a member of a block, as `listMessages` does. Costs one row for each conversation, and no more rows of one than
 * are returned: an index of the members' messages would write two rows for each message.
 * @param most the maximum number of messages of each database
 * @param bytes the size after which the page ends
 */
export async function listMissed(
  { db, chats, viewer }: Pick<ChatCtx, "db" | "chats" | "viewer">,
  cursor: string,
  most: number,
  bytes: number = Number.POSITIVE_INFINITY,
): Promise<Missed> {
  const read = await inEveryChat(chats, (chat, number) => {
    const first = sql`
      SELECT m.id FROM chat_messages m
      WHERE m.conversation = c.key AND ${isStored} AND m.id > ${positionIn(cursor, number)}
      ORDER BY m.id ${limit(most)}`;
    return chat.all<LiveMessageRow>(
      liveMessageRows(sql`
        SELECT m.id FROM (${conversationsOf(viewer.id)}) c CROSS JOIN chat_messages m ON m.id IN (${first})
        ORDER BY m.id ${limit(most)}`),
    );
  });
  const fits = withinBytes(bytes);
  const found = read.map((rows) => rows.filter(fits));
  const rows = found.flat();
  const names = await namesFor({ db, viewer }, rows);
  return {
    messages: rows.flatMap((row) => liveMessageOf(row, names, viewer.id) ?? []),
    cursor: cursorOf(found.map((one, number) => one.at(-1)?.id ?? positionIn(cursor, number))),
    more: found.some(({ length }, number) => length === most || length < (read[number]?.length ?? 0)),
  };
}

/** Returns the usernames of the viewer and of the members of messages, without those of a block. */
async function namesFor(
  { db, viewer }: Pick<ChatCtx, "db" | "viewer">,
  rows: LiveMessageRow[],
): Promise<Names> {
  const ids = [...new Set(rows.flatMap(({ senderId, receiverId }) => [senderId, receiverId]))];
  if (ids.length === 0) return new Map();
  const users = await db.all<{ id: string; username: string }>(sql`
    SELECT u.id AS id, u.username AS username FROM json_each(${JSON.stringify(ids)}) JOIN users u ON u.id = value
    WHERE ${notBlocked(viewer.id, sql`u.id`)}`);
  return new Map(users.map(({ id, username }) => [id, username]));
}

/** Returns a cursor that no later message of anybody's falls short of: the greatest id of each database. */
export async function lastMessages({ chats }: Pick<ChatCtx, "chats">): Promise<string> {
  const found = await inEveryChat(chats, (chat) =>
    chat.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM chat_messages`),
  );
  return cursorOf(found.map(({ id }, number) => id ?? number * IDS_OF_A_DATABASE));
}
