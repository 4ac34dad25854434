import { sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import { inEveryChat } from "~/db/chats";
import { isBetween, keyIn } from "~/db/conversations";
import { readPair } from "./can-chat";
import type { ChatCtx } from "./chat-context";
import { sumOfUnread, type UnreadFrom, unreadCounts } from "./count-unread";

interface Marked {
  /** The viewer's unread messages from connections whose chats are not muted, counted up to 1000. */
  unread: number;
  /** Whether a message was marked now. */
  changed: boolean;
  /** Whether the two may chat. */
  isAllowed: boolean;
  /** Whether the sender may know that the messages were read, now or before. */
  isShown: boolean;
}

/**
 * Marks a connection's messages to the viewer as read. Publishes `read` to that member and to the viewer's tabs when a
 * message changed, with the last message marked: a frame that arrives late must not mark later messages. While one of
 * the two hides read marks, only to the viewer's tabs, and the messages stay unread for their sender
 * (docs/decisions/0112-hidden-marks-and-muted-chats.md). Idempotent. Marks nothing unless the two may chat.
 * @param upTo the id of the last visible message; without it every message is marked
 */
export async function markMessagesRead(ctx: ChatCtx, senderId: string, upTo?: string): Promise<Marked> {
  const me = ctx.viewer.id;
  const last = upTo === undefined ? null : Number(upTo);
  const pair = await readPair(ctx, senderId);
  const isPrivate = pair?.hidesReads === 1;
  const mark = sql`
    UPDATE chat_messages SET unread_by = NULL, read_privately = ${isPrivate ? 1 : null}
    WHERE (unread_by, sender) = (
        SELECT ${keyIn(me)}, ${keyIn(senderId)} FROM conversations c
        WHERE ${isBetween(me, senderId)} AND c.changed <= ${pair?.checked ?? 0})
      AND (${last} IS NULL OR id <= ${last})
    RETURNING id`;
  // The last message of the sender up to there, if it was read privately before.
  const hidden = sql`
    SELECT 1 FROM conversations c CROSS JOIN chat_messages m ON m.id = (
      SELECT id FROM chat_messages WHERE conversation = c.key AND content IS NOT NULL AND sender = ${keyIn(senderId)}
        AND (${last} IS NULL OR id <= ${last})
      ORDER BY id DESC LIMIT 1)
    WHERE ${isBetween(me, senderId)} AND m.read_privately IS NOT NULL`;
  const found = await inEveryChat(ctx.chats, async (chat, number) => {
    if (pair?.chat !== number)
      return { counts: await chat.all<UnreadFrom>(unreadCounts(me)), marked: [], hidden: [] };
    const [marked = [], readPrivately = [], counts = []] = await batchRows(chat, [
      mark,
      hidden,
      unreadCounts(me),
    ]);
    // The columns of the statement.
    return { counts: counts as unknown as UnreadFrom[], marked, hidden: readPrivately };
  });
  const marked = found.flatMap((one) => one.marked);
  const newest = marked.reduce((max, { id }) => Math.max(max, Number(id)), 0);
  const changed = newest > 0;
  if (changed) {
    const payload = { userId: me, senderId, upTo: upTo ?? String(newest) };
    for (const id of isPrivate ? [me] : [senderId, me]) ctx.realtime.publish(id, { type: "read", payload });
  }
  return {
    unread: sumOfUnread(
      found.flatMap(({ counts }) => counts),
      // `pairRow` writes it.
      JSON.parse(pair?.muted ?? "[]") as string[],
    ),
    changed,
    isAllowed: pair !== null && pair.chat !== null,
    isShown: !isPrivate && found.every((one) => one.hidden.length === 0),
  };
}
