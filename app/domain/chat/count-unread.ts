import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { limit } from "~/db/limit";
import type { ChatCtx } from "./chat-context";

/** Selects `senderId` and `id` of a member's unread messages. Those of ended connections do not count: they cannot be opened. */
export function unreadMessageRows(memberId: string): SQL {
  return sql`
    SELECT m.sender_id AS senderId, m.id AS id FROM messages m
    WHERE m.receiver_id = ${memberId} AND m.is_read = 0
      AND EXISTS (SELECT 1 FROM connections c WHERE c.pair = m.pair AND c.status = 'accepted')`;
}

/** Selects `{unread}`: the number of a member's unread messages from connections, at most 100. */
export function unreadMessages(memberId: string): SQL {
  return sql`SELECT count(*) AS unread FROM (${unreadMessageRows(memberId)} ${limit(UNREAD_COUNT_MAX)})`;
}

/** Returns the number of the viewer's unread messages from connections, at most 100. */
export async function countUnreadMessages(ctx: Pick<ChatCtx, "db" | "viewer">): Promise<number> {
  return (await ctx.db.get<{ unread: number }>(unreadMessages(ctx.viewer.id))).unread;
}
