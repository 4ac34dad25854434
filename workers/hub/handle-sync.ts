import { PING_EVERY_BYTES, SYNC_MAX } from "~/contract/limits";
import { listChanges } from "~/domain/chat/list-changes";
import { lastMessages, listMissed } from "~/domain/chat/list-missed";
import { listMutedChats, readUnreadMessages } from "~/domain/chat/read-unread";
import { countUnread } from "~/domain/notifications/count-unread";
import type { FrameContext } from "./frame-context";

/** Messages of a database that are read into memory at once. */
const PAGE_SIZE = 200;

/**
 * Handles `sync`: sends the messages after the client's cursor, oldest first in each conversation, then what was read
 * and deleted of the messages that the client has loaded, then everything unread, then `synced` with the cursor of what
 * was sent and whether there is more. Live messages may arrive in between; clients sort a conversation by id and drop
 * duplicates. The reply ends early once the client has to show that it reads: a slow one gets the rest page by page.
 * @param after the client's cursor; null asks for no messages, only for the cursor of the newest ones
 * @param oldest the id of the oldest message that the client has loaded, by the other member
 */
export async function handleSync(
  { chat, sockets }: FrameContext,
  socket: WebSocket,
  after: string | null,
  oldest: Record<string, string>,
): Promise<void> {
  const sendState = async () => {
    const [changes, muted] = await Promise.all([listChanges(chat, oldest), listMutedChats(chat)]);
    for (const frame of changes) sockets.reply(socket, frame);
    const [messages, notifications] = await Promise.all([readUnreadMessages(chat, muted), countUnread(chat)]);
    sockets.reply(socket, { type: "unread", payload: { messages, notifications } });
  };
  if (after === null) {
    const last = await lastMessages(chat);
    await sendState();
    return sockets.reply(socket, { type: "synced", payload: { after: last, more: false } });
  }
  let last = after;
  for (let sent = 0; sent < SYNC_MAX; sent += PAGE_SIZE) {
    const { messages, cursor, more } = await listMissed(chat, last, PAGE_SIZE, PING_EVERY_BYTES);
    for (const payload of messages) sockets.reply(socket, { type: "message", payload });
    last = cursor;
    if (!more) {
      await sendState();
      return sockets.reply(socket, { type: "synced", payload: { after: last, more: false } });
    }
    if (sockets.windows.isBehind(socket)) break;
  }
  sockets.reply(socket, { type: "synced", payload: { after: last, more: true } });
}
