import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { limit } from "~/db/limit";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { ViewerCtx } from "../context";

/**
 * Selects the `id` and the key of the `sender` of a member's unread messages from connections. Those of former connections are
 * neither counted nor marked as read (docs/product.md#chat): the recursion seeks one index entry for each sender, so they cost
 * a few rows each sender, however many there are.
 */
export function unreadMessageRows(memberId: string | SQL): SQL {
  const first = (reader: SQL, after: SQL) => sql`
    SELECT sender FROM chat_messages WHERE unread_by = ${reader} ${after} ORDER BY sender LIMIT 1`;
  return sql`
    WITH RECURSIVE unread (id, reader, sender) AS (
      SELECT id, key, (${first(sql`users.key`, sql``)}) FROM users WHERE id = ${memberId}
      UNION ALL SELECT id, reader, (${first(sql`unread.reader`, sql`AND sender > unread.sender`)})
        FROM unread WHERE unread.sender IS NOT NULL)
    SELECT m.sender AS sender, m.id AS id
    FROM unread u CROSS JOIN connection_sides n ON n.member = u.sender AND n.accepted = 1 AND n.other = u.id
      CROSS JOIN chat_messages m ON m.unread_by = u.reader AND m.sender = u.sender`;
}

/** Selects `{unread}`: the number of a member's unread messages from connections, counted up to 1000. */
export function unreadMessages(memberId: string | SQL): SQL {
  return sql`SELECT count(*) AS unread FROM (${unreadMessageRows(memberId)} ${limit(UNREAD_COUNT_MAX)})`;
}

/** Returns the number of the viewer's unread messages from connections, counted up to 1000. */
export async function countUnreadMessages(ctx: ViewerCtx): Promise<number> {
  const [[row]] = await readRows(ctx, unreadMessageCount());
  return row?.unread ?? 0;
}

/** The viewer's row of `unreadMessages`. */
export const unreadMessageCount = viewerQuery<void, { unread: number }>({
  held: () => "unread-messages",
  text: (viewer) => sql`WITH ${naming(viewer)} ${unreadMessages(me)}`,
});
