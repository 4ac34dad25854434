import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { keyInChat } from "~/db/conversations";
import { limit } from "~/db/limit";
import { type MutedChat, mutedChats } from "~/db/muted-chats";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

/** The number of unread messages from a connection, counted up to 1000. */
export interface UnreadFrom {
  sender: string;
  unread: number;
}

/** The row of `unreadMessageCount`. */
interface UnreadRow {
  unread: number;
  /** The count is wrong after this time, at which the first mute ends. Milliseconds since 1970; absent without one. */
  cachedUntil?: number;
}

/**
 * Selects the senders of a member's unread messages in a chat database: the public `id`, the `key`, and the key of the
 * `reader`. Those of former connections are neither counted nor marked as read (docs/product.md#chat): the recursion
 * seeks one index entry for each sender, so they cost a few rows each sender, however many there are.
 * @param without public ids of members that are left out
 */
function unreadSenders(memberId: string | SQL, without: readonly string[] = []): SQL {
  const first = (reader: SQL, after: SQL) => sql`
    SELECT id FROM chat_messages WHERE unread_by = ${reader} ${after} ORDER BY sender LIMIT 1`;
  const id = sql`iif(c.low = f.sender, c.low_id, c.high_id)`;
  const isWanted =
    without.length === 0
      ? sql``
      : sql`AND ${id} NOT IN (SELECT value FROM json_each(${JSON.stringify(without)}))`;
  return sql`
    WITH RECURSIVE unread (first) AS (
      SELECT (${first(keyInChat(memberId), sql``)})
      UNION ALL SELECT (${first(sql`f.unread_by`, sql`AND sender > f.sender`)})
        FROM unread CROSS JOIN chat_messages f ON f.id = unread.first)
    SELECT ${id} AS id, f.sender AS key, f.unread_by AS reader
    FROM unread CROSS JOIN chat_messages f ON f.id = unread.first
      CROSS JOIN conversations c ON c.key = f.conversation AND c.open = 1 AND ${memberId} IN (c.low_id, c.high_id) ${isWanted}`;
}

/** Selects the `id` of unread messages, and the `sender`'s public id. @param without as for `unreadSenders` */
export const unreadMessageRows = (memberId: string | SQL, without: readonly string[]): SQL => sql`
  SELECT s.id AS sender, m.id AS id
  FROM (${unreadSenders(memberId, without)}) s
    CROSS JOIN chat_messages m ON m.unread_by = s.reader AND m.sender = s.key`;

/** The number of unread messages of a row `s` of `unreadSenders`, up to 1000. */
const unreadNumber = sql`(SELECT count(*) FROM (
    SELECT 1 FROM chat_messages WHERE unread_by = s.reader AND sender = s.key ${limit(UNREAD_COUNT_MAX)}))`;

/** Selects the `UnreadFrom` of each sender in a chat database. */
export const unreadCounts = (memberId: string | SQL): SQL => sql`
  SELECT s.id AS sender, ${unreadNumber} AS unread
  FROM (${unreadSenders(memberId)}) s`;

/**
 * The number of unread messages from a connection, counted up to 1000, and the one to push, with its time in
 * milliseconds since 1970. Its `id` is null if none was asked for.
 */
export type UnreadToPush = UnreadFrom & ({ id: number; content: string; at: number } | { id: null });

/**
 * Selects the `UnreadToPush` of each sender in a chat database.
 * @param wanted the senders of whom a message is asked for: that with the id, or the newest if that one is not unread
 * @param without as for `unreadSenders`
 */
export const unreadToPush = (
  memberId: string,
  wanted: readonly { sender: string; id: number }[],
  without: readonly string[],
): SQL => sql`
  SELECT s.id AS sender, ${unreadNumber} AS unread, m.id AS id, m.content AS content, m.created_at AS at
  FROM (${unreadSenders(memberId, without)}) s
    LEFT JOIN json_each(${JSON.stringify(wanted)}) w ON w.value ->> 'sender' = s.id
    LEFT JOIN chat_messages m ON w.value IS NOT NULL AND m.id = coalesce(
      (SELECT id FROM chat_messages WHERE id = w.value ->> 'id' AND unread_by = s.reader AND sender = s.key),
      (SELECT max(id) FROM chat_messages WHERE unread_by = s.reader AND sender = s.key))`;

/**
 * Selects the senders of a member's unread messages that are newer than a time in milliseconds since 1970, with their
 * number and the time of the newest, in a chat database. Of each sender the newest 1000 are read.
 */
export const unreadSince = (memberId: SQL, after: SQL): SQL => sql`
  SELECT s.id AS sender, count(*) AS unread, max(x.created_at) AS newest
  FROM (${unreadSenders(memberId)}) s CROSS JOIN chat_messages x ON x.id IN (
    SELECT id FROM chat_messages WHERE unread_by = s.reader AND sender = s.key ORDER BY id DESC ${limit(UNREAD_COUNT_MAX)})
  WHERE x.created_at > ${after} GROUP BY s.id`;

/** Returns the sum of the rows of `unreadCounts` of all databases, without those of muted chats: up to 1000. */
export function sumOfUnread(rows: readonly UnreadFrom[], muted: readonly string[]): number {
  return rows.reduce(
    (sum, { sender, unread }) => (muted.includes(sender) ? sum : Math.min(UNREAD_COUNT_MAX, sum + unread)),
    0,
  );
}

/** Returns the number of the viewer's unread messages in chats that are not muted, counted up to 1000. */
export async function countUnreadMessages(ctx: ViewerCtx): Promise<number> {
  const [[row]] = await readRows(ctx, unreadMessageCount());
  return row?.unread ?? 0;
}

/** The row of `countUnreadMessages`. */
export const unreadMessageCount = viewerQuery<void, UnreadRow, UnreadFrom, MutedChat>({
  cachedAs: () => "unread-messages",
  text: (viewer) => sql`WITH ${naming(viewer)} ${mutedChats(me)}`,
  chat: (viewer) => sql`WITH ${naming(viewer)} ${unreadCounts(me)}`,
  join: (muted, counts) => [
    {
      unread: sumOfUnread(
        counts,
        muted.map(({ id }) => id),
      ),
      ...(muted.length === 0 ? {} : { cachedUntil: Math.min(...muted.map(({ until }) => until)) }),
    },
  ],
});
