import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { pairIn } from "~/db/connections";
import { limit } from "~/db/limit";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/**
 * Selects `senderId` and `id` of a member's unread messages from connections. Those of former connections are neither counted
 * nor marked as read (docs/product.md#chat): the recursion seeks one index entry for each sender, so they cost one row each
 * sender, however many there are.
 */
export function unreadMessageRows(memberId: string | SQL): SQL {
  const sender = (after: SQL) => sql`
    SELECT sender_id FROM messages WHERE receiver_id = ${memberId} AND is_read = 0 ${after} ORDER BY sender_id LIMIT 1`;
  return sql`
    WITH RECURSIVE senders (id) AS (
      SELECT (${sender(sql``)})
      UNION ALL SELECT (${sender(sql`AND sender_id > senders.id`)}) FROM senders WHERE senders.id IS NOT NULL)
    SELECT m.sender_id AS senderId, m.id AS id FROM senders s
      CROSS JOIN connections c ON c.pair = ${pairIn(memberId, sql`s.id`)} AND c.status = 'accepted'
      CROSS JOIN messages m ON m.receiver_id = ${memberId} AND m.sender_id = s.id AND m.is_read = 0`;
}

/** Selects `{unread}`: the number of a member's unread messages from connections, counted up to 1000. */
export function unreadMessages(memberId: string | SQL): SQL {
  return sql`SELECT count(*) AS unread FROM (${unreadMessageRows(memberId)} ${limit(UNREAD_COUNT_MAX)})`;
}

/** Returns the number of the viewer's unread messages from connections, counted up to 1000. */
export async function countUnreadMessages(
  ctx: Pick<MemberCtx, "db" | "viewer" | "preloaded">,
): Promise<number> {
  const [[row]] = await readRows(ctx, unreadMessageCount());
  return row?.unread ?? 0;
}

/** The viewer's row of `unreadMessages`. */
export const unreadMessageCount = viewerQuery<void, { unread: number }>({
  held: () => "unread-messages",
  text: (viewer) => sql`WITH ${naming(viewer)} ${unreadMessages(me)}`,
});
