import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { limit } from "~/db/limit";
import type { MemberCtx } from "../context";

/** Returns the statement for `{unread}`: a member's unread notifications, counted up to 100. */
export function unreadCount(memberId: string): SQL {
  return sql`
    SELECT count(*) AS unread FROM (
      SELECT 1 FROM notifications WHERE user_id = ${memberId} AND is_read = 0 ${limit(UNREAD_COUNT_MAX)})`;
}

/** Returns the number of the viewer's unread notifications, counted up to 100, and the id of their newest notification. */
export async function countUnread({
  db,
  viewer,
}: Pick<MemberCtx, "db"> & { viewer: { id: string } }): Promise<{ count: number; last: string }> {
  const { unread, last } = await db.get<{ unread: number; last: number | null }>(sql`
    SELECT unread, (SELECT max(id) FROM notifications WHERE user_id = ${viewer.id}) AS last
    FROM (${unreadCount(viewer.id)})`);
  return { count: unread, last: String(last ?? 0) };
}
