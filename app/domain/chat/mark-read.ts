import { sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import { pairKey } from "../connections/read-status";
import type { ChatCtx } from "./chat-context";
import { unreadMessages } from "./count-unread";

/**
 * Marks what a connection wrote to the viewer as read, and tells that member, and the viewer's other tabs when it changed
 * anything. Doing so twice is harmless; between two who are no connections nothing is marked, for it would tell one of
 * the other.
 * @param upTo the last message that was on the screen; all of them when it is left out
 * @returns how many messages are still unread in all, counted up to 100, and whether any was marked now
 */
export async function markMessagesRead(
  ctx: ChatCtx,
  senderId: string,
  upTo?: string,
): Promise<{ unread: number; changed: boolean }> {
  const me = ctx.viewer.id;
  const last = upTo === undefined ? null : Number(upTo);
  const [read, counted] = await batchRows(ctx.db, [
    sql`
      UPDATE messages SET is_read = 1
      WHERE receiver_id = ${me} AND sender_id = ${senderId} AND is_read = 0 AND (${last} IS NULL OR id <= ${last})
        AND EXISTS (SELECT 1 FROM connections WHERE pair = ${pairKey(me, senderId)} AND status = 'accepted')
      RETURNING id`,
    unreadMessages(me),
  ]);
  const changed = read !== undefined && read.length > 0;
  if (changed) {
    const payload = { userId: me, senderId, ...(upTo === undefined ? {} : { upTo }) };
    for (const id of [senderId, me]) ctx.realtime.publish(id, { type: "read", payload });
  }
  return { unread: Number(counted?.[0]?.unread ?? 0), changed };
}
