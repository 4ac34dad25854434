import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { limit } from "~/db/limit";
import type { ChatCtx } from "./chat-context";

/** Selects `{unread}`: unread messages from connections, counted up to 100. Other conversations cannot be opened. */
export function unreadMessages(memberId: string): SQL {
  return sql`
    SELECT count(*) AS unread FROM (
      SELECT 1 FROM messages m
      WHERE m.receiver_id = ${memberId} AND m.is_read = 0
        AND EXISTS (SELECT 1 FROM connections c WHERE c.pair = m.pair AND c.status = 'accepted')
      ${limit(UNREAD_COUNT_MAX)})`;
}

/** Returns the number of the viewer's unread messages, counted up to 100. */
export async function countUnreadMessages(ctx: Pick<ChatCtx, "db" | "viewer">): Promise<number> {
  return (await ctx.db.get<{ unread: number }>(unreadMessages(ctx.viewer.id))).unread;
}
