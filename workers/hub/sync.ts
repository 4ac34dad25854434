import { SYNC_MAX } from "~/contract/limits";
import { lastMessageId, listMissed } from "~/domain/chat/list-missed";
import type { FrameContext } from "./frame-context";

/** Read, and held in memory, at once. */
const ROWS = 200;

/**
 * Answers `sync`: the messages after the one the client has, in order, and then how far that went. What is told live
 * meanwhile may come in between; a client puts messages in order by their ids and counts none twice.
 */
export async function answerSync(
  { chat, sockets }: FrameContext,
  socket: WebSocket,
  after: string | null,
): Promise<void> {
  if (after === null) {
    const payload = { after: await lastMessageId(chat), more: false };
    return sockets.reply(socket, { type: "synced", payload });
  }
  let last = after;
  for (let sent = 0; sent < SYNC_MAX; sent += ROWS) {
    const missed = await listMissed(chat, last, ROWS);
    for (const payload of missed) sockets.reply(socket, { type: "message", payload });
    last = missed.at(-1)?.id ?? last;
    if (missed.length < ROWS)
      return sockets.reply(socket, { type: "synced", payload: { after: last, more: false } });
  }
  sockets.reply(socket, { type: "synced", payload: { after: last, more: true } });
}
