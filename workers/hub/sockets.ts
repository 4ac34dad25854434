import type { ServerFrame } from "~/contract/channel";
import {
  CLOSED_IDLE,
  CLOSED_SESSION_ENDED,
  SOCKET_IDLE_MS,
  SOCKET_PROBE_MS,
  SOCKETS_LISTED_MAX,
  SOCKETS_MAX,
} from "~/contract/limits";
import { type FrameBucket, fullBucket, takeToken } from "./frame-bucket";
import { SendWindows } from "./send-windows";
import { attachmentOf, storeAttachment, updateAttachment } from "./socket-attachment";

const BUCKET = "frame-bucket";

/** The open sockets of one member, one per tab. */
export class Sockets {
  #bucket: FrameBucket | undefined;
  /** The text that every open socket has; undefined until it is needed. */
  #kept: string | null | undefined;
  /** Sessions that ended in this instance's lifetime: an upgrade in flight must not outlive its session. */
  readonly #endedSessions = new Set<string>();
  /** The bytes that the clients have not read. */
  readonly windows = new SendWindows({
    list: () => this.state.getWebSockets(),
    load: (socket) => attachmentOf(socket)?.window,
    store: (socket, window) => updateAttachment(socket, { window }),
  });

  constructor(private readonly state: DurableObjectState) {}

  /** Returns whether the hub takes another socket. Those closed from this side count while they hold unread frames. */
  hasRoom(): boolean {
    const isFull =
      this.open().length >= SOCKETS_MAX || this.state.getWebSockets().length >= SOCKETS_LISTED_MAX;
    return !isFull && this.windows.hasRoom();
  }

  /** Accepts a socket for hibernation. @returns false when its session has ended meanwhile */
  accept(socket: WebSocket, session: { id: string; expiresAt: number }, now: number): boolean {
    if (this.#endedSessions.has(session.id)) return false;
    this.state.acceptWebSocket(socket, [session.id]);
    storeAttachment(socket, {
      sessionId: session.id,
      expiresAt: session.expiresAt,
      lastFrameAt: now,
      openedAt: now,
      frames: 0,
      away: false,
      closed: false,
      bucket: this.#currentBucket(now),
      kept: this.kept(),
    });
    return true;
  }

  /** Records a frame and takes a token for it. @returns false when the member's rate limit is exceeded */
  takeToken(socket: WebSocket, now: number): boolean {
    const left = takeToken(this.#currentBucket(now), now);
    this.#bucket = left ?? this.#currentBucket(now);
    const frames = (attachmentOf(socket)?.frames ?? 0) + 1;
    updateAttachment(socket, { lastFrameAt: now, frames, bucket: this.#bucket });
    return left !== null;
  }

  /** Sets whether a socket keeps its member online. */
  setAway(socket: WebSocket, away: boolean): void {
    if (attachmentOf(socket)?.away !== away) updateAttachment(socket, { away });
  }

  /** Sets whether the tab of a socket is visible. */
  setVisible(socket: WebSocket, isVisible: boolean): void {
    updateAttachment(socket, { hidden: !isVisible });
  }

  /** Returns whether the tab of an open socket is visible, as far as the hub knows. */
  isVisible(): boolean {
    return this.open().some((socket) => !attachmentOf(socket)?.hidden);
  }

  /** Closes a socket, or records that it has closed. It is ignored now, even while the runtime lists it. */
  close(socket: WebSocket, code: number, reason: string): void {
    this.#logClose(socket, code);
    updateAttachment(socket, { closed: true });
    // Stored, so that a reconnect does not refill the bucket.
    if (this.#bucket) this.state.storage.kv.put(BUCKET, this.#bucket);
    try {
      socket.close(code, reason);
    } catch {
      // It is closed already.
    }
  }

  /** Closes every socket of these sessions, by default with code 4401, with which the pages do not reconnect. */
  endSessions(sessionIds: readonly string[], code: number = CLOSED_SESSION_ENDED): void {
    for (const id of sessionIds) {
      this.#endedSessions.add(id);
      for (const socket of this.state.getWebSockets(id)) this.close(socket, code, "This session has ended.");
    }
  }

  /** Removes the bucket from memory. A deleted account leaves none in storage either. */
  resetBucket(): void {
    this.#bucket = undefined;
  }

  /**
   * Closes, with code 4408, sockets without a frame or ping for 54 seconds, because TCP does not report a peer that has
   * vanished, and those that have not echoed a number for as long.
   */
  closeIdle(now: number): void {
    for (const socket of this.open()) {
      if (now >= this.windows.deadline(socket)) this.#closeUnread(socket);
      else if (now - this.#lastActivity(socket) >= SOCKET_IDLE_MS)
        this.close(socket, CLOSED_IDLE, "The connection was idle for too long.");
    }
  }

  /** Sends `ping` on sockets that were silent for 45 seconds. The answer is a ping, which the runtime records. */
  probeQuiet(now: number): void {
    for (const socket of this.open()) {
      if (now - this.#lastActivity(socket) >= SOCKET_PROBE_MS)
        this.reply(socket, { type: "ping", payload: {} });
    }
  }

  /** Returns when a socket is next to be probed or closed (ms since 1970), or null when none is open. */
  nextCheck(now: number): number | null {
    const times = this.open().map((socket) => {
      // Later than now: the clock was set back since.
      const last = Math.min(this.#lastActivity(socket), now);
      const next = last + (now - last >= SOCKET_PROBE_MS ? SOCKET_IDLE_MS : SOCKET_PROBE_MS);
      return Math.min(next, this.windows.deadline(socket));
    });
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Returns the sockets that are open on both sides. */
  open(): WebSocket[] {
    return this.state
      .getWebSockets()
      .filter((socket) => socket.readyState === WebSocket.OPEN && !this.isClosed(socket));
  }

  /** Returns whether a socket was closed from this side. Frames arrive until the peer acknowledges the close. */
  isClosed(socket: WebSocket): boolean {
    return attachmentOf(socket)?.closed ?? false;
  }

  /**
   * Stores a short text with every open socket. It survives hibernation and costs nothing, and is lost with the
   * sockets, as in a crash. An attachment has 16 KB (Cloudflare docs, Durable Objects "WebSockets").
   */
  keep(text: string | null): void {
    if (text === this.kept()) return;
    this.#kept = text;
    for (const socket of this.open()) updateAttachment(socket, { kept: text });
  }

  /** Returns the text of the last `keep`; null without one. */
  kept(): string | null {
    if (this.#kept === undefined) {
      const [first] = this.open();
      this.#kept = (first && attachmentOf(first)?.kept) ?? null;
    }
    return this.#kept;
  }

  /** Returns whether an open socket keeps the member online. */
  isPresent(): boolean {
    return this.open().some((socket) => !attachmentOf(socket)?.away);
  }

  /** Returns the session id of a socket. */
  sessionOf(socket: WebSocket): string {
    return attachmentOf(socket)?.sessionId ?? "";
  }

  /** Returns the session ids of the open sockets. */
  sessionIds(): string[] {
    return [...new Set(this.open().flatMap((socket) => attachmentOf(socket)?.sessionId ?? []))];
  }

  /** Returns when the session of an open socket expires next, in milliseconds since 1970; Infinity without one. */
  nextExpiry(now: number): number {
    const times = this.open().map((socket) => attachmentOf(socket)?.expiresAt ?? 0);
    return Math.min(...times.filter((at) => at > now));
  }

  /** Sends a frame to every open tab. */
  send(frame: ServerFrame): void {
    const text = JSON.stringify(frame);
    for (const socket of this.open()) this.#sendText(socket, text);
  }

  /** Sends a frame to one tab, unless its socket was closed from this side. */
  reply(socket: WebSocket, frame: ServerFrame): void {
    if (!this.isClosed(socket)) this.#sendText(socket, JSON.stringify(frame));
  }

  /** Sends a text and, after much, a `ping` with a number; closes, with code 4408, a client that does not read. */
  #sendText(socket: WebSocket, text: string): void {
    if (!this.windows.admit(socket, text)) {
      this.#closeUnread(socket);
      return;
    }
    sendText(socket, text);
    const number = this.windows.ask(socket, Date.now());
    const ping = { type: "ping", payload: { number: number ?? undefined } } satisfies ServerFrame;
    if (number !== null) sendText(socket, JSON.stringify(ping));
  }

  #closeUnread(socket: WebSocket): void {
    this.close(socket, CLOSED_IDLE, "What was sent has not been read.");
  }

  /** Returns the bucket from memory, else the newest of the attachments, else the stored one, else a full one. */
  #currentBucket(now: number): FrameBucket {
    if (this.#bucket) return this.#bucket;
    const [newest] = this.state
      .getWebSockets()
      .flatMap((socket) => attachmentOf(socket)?.bucket ?? [])
      .sort((a, b) => b.updatedAt - a.updatedAt);
    this.#bucket = newest ?? this.state.storage.kv.get<FrameBucket>(BUCKET) ?? fullBucket(now);
    return this.#bucket;
  }

  /** Logs a socket's close once, whichever side closes it first, without the member. */
  #logClose(socket: WebSocket, code: number): void {
    const attachment = attachmentOf(socket);
    if (!attachment || attachment.closed) return;
    const { openedAt, frames } = attachment;
    const now = Date.now();
    const seconds = Math.round((now - openedAt) / 1000);
    console.log(JSON.stringify({ socket: "close", at: new Date(now).toISOString(), code, seconds, frames }));
  }

  #lastActivity(socket: WebSocket): number {
    const ping = this.state.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
    return Math.max(ping, attachmentOf(socket)?.lastFrameAt ?? 0);
  }
}

function sendText(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // The socket has just closed; its member loads the stored state on the next connection.
  }
}
