import { sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import { inEveryChat } from "~/db/chats";
import { isBetween, keyIn } from "~/db/conversations";
import { readPair } from "./can-chat";
import type { ChatCtx } from "./chat-context";
import { sumOfUnread, unreadMessages } from "./count-unread";

/**
 * Marks a connection's messages to the viewer as read. Publishes `read` to that member and to the viewer's tabs when a
 * message changed, with the last message marked: a frame that arrives late must not mark later messages. Idempotent. Marks nothing unless the two may chat: a read receipt would reveal the viewer's activity.
 * @param upTo the id of the last visible message; without it every message is marked
 * @returns the viewer's unread messages from all members, counted up to 1000, whether a message was marked now, and whether the two may chat
 */
export async function markMessagesRead(
  ctx: ChatCtx,
  senderId: string,
  upTo?: string,
): Promise<{ unread: number; changed: boolean; isAllowed: boolean }> {
  const me = ctx.viewer.id;
  const last = upTo === undefined ? null : Number(upTo);
  const pair = await readPair(ctx, senderId);
  const mark = sql`
    UPDATE chat_messages SET unread_by = NULL
    WHERE (unread_by, sender) = (
        SELECT ${keyIn(me)}, ${keyIn(senderId)} FROM conversations c
        WHERE ${isBetween(me, senderId)} AND c.changed <= ${pair?.checked ?? 0})
      AND (${last} IS NULL OR id <= ${last})
    RETURNING id`;
  const found = await inEveryChat(ctx.chats, async (chat, number) => {
    const statements = pair?.chat === number ? [mark, unreadMessages(me)] : [unreadMessages(me)];
    const results = await batchRows(chat, statements);
    return { counted: results.at(-1)?.[0] ?? {}, marked: results.length > 1 ? (results[0] ?? []) : [] };
  });
  const marked = found.flatMap((one) => one.marked);
  const newest = marked.reduce((max, { id }) => Math.max(max, Number(id)), 0);
  const changed = newest > 0;
  if (changed) {
    const payload = { userId: me, senderId, upTo: upTo ?? String(newest) };
    for (const id of [senderId, me]) ctx.realtime.publish(id, { type: "read", payload });
  }
  return {
    unread: sumOfUnread(found.map(({ counted }) => counted)),
    changed,
    isAllowed: pair !== null && pair.chat !== null,
  };
}
