import type { ServerFrame } from "~/contract/channel";
import { CLOSED_IDLE, CLOSED_SESSION_ENDED, SOCKET_IDLE_MS } from "~/contract/limits";
import { type FrameBucket, fullBucket, takeToken } from "./frame-bucket";

/** What a socket carries through hibernation. */
interface SocketAttachment {
  sessionId: string;
  /** When a frame last came, milliseconds since 1970; pings are not counted here. */
  lastFrameAt: number;
  /** It has said `offline`, or is closing: it keeps nobody online. */
  away: boolean;
  closed: boolean;
  bucket: FrameBucket;
}

const BUCKET = "frame-bucket";

/** The open tabs of one member. */
export class Sockets {
  #bucket: FrameBucket | undefined;
  /** Sessions ended a moment ago: an upgrade that was on its way must not outlive them. */
  readonly #ended = new Set<string>();

  constructor(private readonly state: DurableObjectState) {}

  /** Takes a socket in. @returns false when its session has ended meanwhile */
  accept(socket: WebSocket, sessionId: string, now: number): boolean {
    if (this.#ended.has(sessionId)) return false;
    this.state.acceptWebSocket(socket, [sessionId]);
    this.#write(socket, {
      sessionId,
      lastFrameAt: now,
      away: false,
      closed: false,
      bucket: this.#bucketAt(now),
    });
    return true;
  }

  /** Notes that a frame came. @returns whether the member may send one more now */
  takeToken(socket: WebSocket, now: number): boolean {
    const left = takeToken(this.#bucketAt(now), now);
    this.#bucket = left ?? this.#bucketAt(now);
    this.#update(socket, { lastFrameAt: now, bucket: this.#bucket });
    return left !== null;
  }

  setAway(socket: WebSocket, away: boolean): void {
    if (this.#attachment(socket)?.away !== away) this.#update(socket, { away });
  }

  /** A socket that has closed, or is to: it counts for nothing from now on, even while the runtime still lists it. */
  close(socket: WebSocket, code: number, reason: string): void {
    this.#update(socket, { closed: true });
    // Kept for who comes back: closing must not refill the allowance.
    if (this.#bucket) this.state.storage.kv.put(BUCKET, this.#bucket);
    try {
      socket.close(code, reason);
    } catch {
      // It is closed already.
    }
  }

  endSessions(sessionIds: readonly string[]): void {
    for (const id of sessionIds) {
      this.#ended.add(id);
      for (const socket of this.state.getWebSockets(id)) {
        this.close(socket, CLOSED_SESSION_ENDED, "This session has ended.");
      }
    }
  }

  /** Nothing is kept for who will not come back. */
  resetBucket(): void {
    this.#bucket = undefined;
  }

  /** Drops sockets whose other end is gone without a word. */
  closeIdle(now: number): void {
    for (const socket of this.open()) {
      if (now - this.#lastActivity(socket) >= SOCKET_IDLE_MS)
        this.close(socket, CLOSED_IDLE, "Nothing was heard for too long.");
    }
  }

  /** When the longest-silent socket was last heard, or null when none is open. */
  oldestActivity(): number | null {
    const heard = this.open().map((socket) => this.#lastActivity(socket));
    return heard.length > 0 ? Math.min(...heard) : null;
  }

  open(): WebSocket[] {
    return this.state.getWebSockets().filter((socket) => {
      return socket.readyState === WebSocket.OPEN && !this.isClosed(socket);
    });
  }

  /** Whether it was closed from here. The runtime hands on what comes until the other end has answered the close. */
  isClosed(socket: WebSocket): boolean {
    return this.#attachment(socket)?.closed ?? false;
  }

  isPresent(): boolean {
    return this.open().some((socket) => !this.#attachment(socket)?.away);
  }

  sessionIds(): string[] {
    return [...new Set(this.open().flatMap((socket) => this.#attachment(socket)?.sessionId ?? []))];
  }

  /** To every open tab, but for the one it came from. */
  send(frame: ServerFrame, except?: WebSocket): void {
    const text = JSON.stringify(frame);
    for (const socket of this.open()) if (socket !== except) sendText(socket, text);
  }

  reply(socket: WebSocket, frame: ServerFrame): void {
    sendText(socket, JSON.stringify(frame));
  }

  /** What is left of the frames this member may send: known, or from a socket that slept, or from storage. */
  #bucketAt(now: number): FrameBucket {
    if (this.#bucket) return this.#bucket;
    const slept = this.state.getWebSockets().flatMap((socket) => this.#attachment(socket)?.bucket ?? []);
    const newest = slept.sort((a, b) => b.updatedAt - a.updatedAt)[0];
    this.#bucket = newest ?? this.state.storage.kv.get<FrameBucket>(BUCKET) ?? fullBucket(now);
    return this.#bucket;
  }

  #lastActivity(socket: WebSocket): number {
    const ping = this.state.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
    return Math.max(ping, this.#attachment(socket)?.lastFrameAt ?? 0);
  }

  #attachment(socket: WebSocket): SocketAttachment | null {
    // Written by this class alone.
    return socket.deserializeAttachment() as SocketAttachment | null;
  }

  #update(socket: WebSocket, change: Partial<SocketAttachment>): void {
    const attachment = this.#attachment(socket);
    if (attachment) this.#write(socket, { ...attachment, ...change });
  }

  #write(socket: WebSocket, attachment: SocketAttachment): void {
    socket.serializeAttachment(attachment);
  }
}

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // It closed a moment ago; what matters is stored, and its member catches up.
  }
}
