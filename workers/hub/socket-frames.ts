import { nameFrame, parseClientFrame } from "~/contract/channel";
import { FRAME_MAX_BYTES } from "~/contract/limits";
import { inEnglish } from "~/contract/messages";
import { SerialQueue } from "~/contract/serial-queue";
import { INTERNAL_ERROR, TOO_FAST } from "~/contract/texts";
import { isSessionEnded } from "~/db/violations";
import { logError } from "~/platform/log";
import type { FrameContext } from "./frame-context";
import { FramesInFlight } from "./frames-in-flight";
import { handleFrame } from "./handle-frame";
import type { ReadCache } from "./read-cache";
import type { Sockets } from "./sockets";

/** Characters of an `echo` frame, at most. */
const ECHO_MAX = 256;

interface Dependencies {
  sockets: Sockets;
  readCache: Pick<ReadCache, "invalidateAll">;
  areLimitsOff: boolean;
  contextOf: (socket: WebSocket) => FrameContext;
  endSessions: (sessionIds: string[]) => Promise<void>;
}

/** The frames of the member's sockets: refuses those beyond the limits, and handles the others one after another. */
export class SocketFrames {
  readonly #queue = new SerialQueue();
  readonly #inFlight = new FramesInFlight();

  constructor(private readonly deps: Dependencies) {}

  async receive(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const { sockets, readCache, areLimitsOff, contextOf, endSessions } = this.deps;
    // Frames still arrive after the hub has closed a socket, until the peer acknowledges.
    if (sockets.isClosed(socket) || this.#acknowledge(socket, data)) return;
    const hasToken = sockets.takeToken(socket, Date.now()) || areLimitsOff;
    if (typeof data !== "string") return this.#refuse(socket, "A frame is text.");
    if (isTooLarge(data)) return this.#refuse(socket, "This frame is too large: the limit is 8 MB.", data);
    const { length } = data;
    if (!hasToken || !this.#inFlight.add(socket, length)) {
      return this.#refuse(socket, inEnglish(TOO_FAST), data, { isTemporary: true });
    }
    try {
      await this.#queue.run(async () => {
        // Its session may have ended while it waited for its turn.
        if (!sockets.isClosed(socket)) await handleFrame(contextOf(socket), socket, data);
      });
    } catch (error) {
      if (isSessionEnded(error)) return await endSessions([sockets.sessionOf(socket)]);
      logError(error, { event: "frame failed", type: parseClientFrame(data)?.type ?? "unknown" });
      // It may have been stored.
      readCache.invalidateAll();
      this.#refuse(socket, inEnglish(INTERNAL_ERROR), data, { isTemporary: true });
    } finally {
      this.#inFlight.remove(socket, length);
    }
  }

  /**
   * Takes an echo that the hub waits for. It costs no token, as it answers a frame of the hub, and skips the queue.
   * @returns false for another frame
   */
  #acknowledge(socket: WebSocket, data: string | ArrayBuffer): boolean {
    const { windows } = this.deps.sockets;
    if (typeof data !== "string" || !windows.isBehind(socket) || data.length > ECHO_MAX) return false;
    const frame = parseClientFrame(data);
    return frame?.type === "echo" && windows.acknowledge(socket, frame.payload.number, Date.now());
  }

  #refuse(socket: WebSocket, message: string, text = "", kind: { isTemporary?: true } = {}): void {
    this.deps.sockets.reply(socket, { type: "error", payload: { message, ...nameFrame(text), ...kind } });
  }
}

/** UTF-8 takes one to three bytes per UTF-16 unit, so only lengths in between need to be counted. */
function isTooLarge(text: string): boolean {
  if (text.length > FRAME_MAX_BYTES) return true;
  return text.length * 3 > FRAME_MAX_BYTES && new TextEncoder().encode(text).length > FRAME_MAX_BYTES;
}
