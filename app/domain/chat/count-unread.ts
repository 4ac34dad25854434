import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { limit } from "~/db/limit";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

/**
 * Selects the `id` of a member's unread messages in a chat database, and the public id of the `sender`. Those of former connections are
 * neither counted nor marked as read (docs/product.md#chat): the recursion seeks one index entry for each sender, so they cost
 * a few rows each sender, however many there are.
 */
export function unreadMessageRows(memberId: string | SQL): SQL {
  const first = (reader: SQL, after: SQL) => sql`
    SELECT id FROM chat_messages WHERE unread_by = ${reader} ${after} ORDER BY sender LIMIT 1`;
  const reader = sql`coalesce(
    (SELECT low FROM conversations WHERE low_id = ${memberId} LIMIT 1),
    (SELECT high FROM conversations WHERE high_id = ${memberId} LIMIT 1))`;
  return sql`
    WITH RECURSIVE unread (first) AS (
      SELECT (${first(reader, sql``)})
      UNION ALL SELECT (${first(sql`f.unread_by`, sql`AND sender > f.sender`)})
        FROM unread CROSS JOIN chat_messages f ON f.id = unread.first)
    SELECT iif(c.low = f.sender, c.low_id, c.high_id) AS sender, m.id AS id
    FROM unread CROSS JOIN chat_messages f ON f.id = unread.first
      CROSS JOIN conversations c ON c.key = f.conversation AND c.open = 1 AND ${memberId} IN (c.low_id, c.high_id)
      CROSS JOIN chat_messages m ON m.unread_by = f.unread_by AND m.sender = f.sender`;
}

/** Selects `{unread}`: the number of a member's unread messages from connections, counted up to 1000. */
export function unreadMessages(memberId: string | SQL): SQL {
  return sql`SELECT count(*) AS unread FROM (${unreadMessageRows(memberId)} ${limit(UNREAD_COUNT_MAX)})`;
}

/** Returns the sum of the rows of `unreadMessages` of several databases, up to 1000. */
export function sumOfUnread(rows: { unread?: unknown }[]): number {
  return Math.min(
    UNREAD_COUNT_MAX,
    rows.reduce((sum, { unread }) => sum + Number(unread), 0),
  );
}

/** Returns the number of the viewer's unread messages from connections, counted up to 1000. */
export async function countUnreadMessages(ctx: ViewerCtx): Promise<number> {
  const [rows] = await readRows(ctx, unreadMessageCount());
  return sumOfUnread(rows);
}

/** The viewer's row of `unreadMessages` of each chat database. */
export const unreadMessageCount = viewerQuery<void, { unread: number }>({
  held: () => "unread-messages",
  chat: (viewer) => sql`WITH ${naming(viewer)} ${unreadMessages(me)}`,
});
