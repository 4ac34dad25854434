import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { keyOf, type Member } from "~/db/keys";
import { limit } from "~/db/limit";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** A member's unread notifications, counted up to 1000, and the newest notification that the count covers. */
export interface Unread {
  unread: number;
  last: string;
}

/** Returns the statement whose row `unreadOf` reads. */
export function unreadCount(member: Member): SQL {
  const last = (isRead: SQL) =>
    sql`coalesce((SELECT max(id) FROM notices WHERE member = m.key AND is_read = ${isRead}), 0)`;
  return sql`
    SELECT max(${last(sql`0`)}, ${last(sql`1`)}) AS last,
      (SELECT count(*) FROM (SELECT 1 FROM notices WHERE member = m.key AND is_read = 0
        ORDER BY id DESC ${limit(UNREAD_COUNT_MAX)})) AS unread
    FROM (SELECT ${keyOf(member)} AS key) m`;
}

/** Returns the result of `unreadCount`. */
export function unreadOf([row]: Record<string, unknown>[] = []): Unread {
  return { unread: Number(row?.unread ?? 0), last: String(row?.last ?? 0) };
}

/** Returns the number of the viewer's unread notifications, up to 1000, and the id of the newest of all. */
export async function countUnread(
  ctx: Pick<MemberCtx, "db" | "preloaded"> & { viewer: { id: string } },
): Promise<{ count: number; last: string }> {
  const [rows] = await readRows(ctx, unreadNotificationRow());
  const { unread, last } = unreadOf(rows);
  return { count: unread, last };
}

/** The viewer's row of `unreadCount`. */
export const unreadNotificationRow = viewerQuery<void, Record<string, unknown>>({
  cachedAs: () => "unread-notifications",
  text: (viewer) => unreadCount(viewer),
});
