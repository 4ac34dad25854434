import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { limit } from "~/db/limit";
import type { ChatCtx } from "./chat-context";

/** Answers `{unread}`: messages from connections, for only those can be opened and read, counted up to 100. */
export function unreadMessages(memberId: string): SQL {
  return sql`
    SELECT count(*) AS unread FROM (
      SELECT 1 FROM messages m
      WHERE m.receiver_id = ${memberId} AND m.is_read = 0
        AND EXISTS (SELECT 1 FROM connections c WHERE c.pair = m.pair AND c.status = 'accepted')
      ${limit(UNREAD_COUNT_MAX)})`;
}

/** How many messages wait for the viewer, counted up to 100. */
export async function countUnreadMessages(ctx: Pick<ChatCtx, "db" | "viewer">): Promise<number> {
  return (await ctx.db.get<{ unread: number }>(unreadMessages(ctx.viewer.id))).unread;
}
