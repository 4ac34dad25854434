import { SYNC_MAX } from "~/contract/limits";
import { listChanges } from "~/domain/chat/list-changes";
import { lastMessageId, listMissed } from "~/domain/chat/list-missed";
import { readUnreadMessages } from "~/domain/chat/read-unread";
import { countUnread } from "~/domain/notifications/count-unread";
import type { FrameContext } from "./frame-context";

/** Messages that are read, and held in memory, at once. */
const PAGE_SIZE = 200;

/**
 * Handles `sync`: sends the messages after the client's last one, oldest first, then what was read and deleted of the messages
 * that the client holds, then everything unread, then `synced` with the last id sent and whether there are more. Live messages may arrive in between; clients sort by id and drop
 * duplicates.
 * @param after the client's last message id; null asks for no messages, only for the id of the newest one
 * @param held the id of the oldest message that the client holds, by the other member
 */
export async function handleSync(
  { chat, sockets }: FrameContext,
  socket: WebSocket,
  after: string | null,
  held: Record<string, string>,
): Promise<void> {
  const sendState = async () => {
    for (const frame of await listChanges(chat, held)) sockets.reply(socket, frame);
    const [messages, notifications] = await Promise.all([readUnreadMessages(chat), countUnread(chat)]);
    sockets.reply(socket, { type: "unread", payload: { messages, notifications } });
  };
  if (after === null) {
    const last = await lastMessageId(chat);
    await sendState();
    return sockets.reply(socket, { type: "synced", payload: { after: last, more: false } });
  }
  let last = after;
  for (let sent = 0; sent < SYNC_MAX; sent += PAGE_SIZE) {
    const missed = await listMissed(chat, last, PAGE_SIZE);
    for (const payload of missed) sockets.reply(socket, { type: "message", payload });
    last = missed.at(-1)?.id ?? last;
    if (missed.length < PAGE_SIZE) {
      await sendState();
      return sockets.reply(socket, { type: "synced", payload: { after: last, more: false } });
    }
  }
  sockets.reply(socket, { type: "synced", payload: { after: last, more: true } });
}
