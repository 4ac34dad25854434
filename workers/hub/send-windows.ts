import {
  HUB_BYTES_UNACKNOWLEDGED,
  PING_EVERY_BYTES,
  SOCKET_BYTES_UNACKNOWLEDGED,
  SOCKET_IDLE_MS,
} from "~/contract/limits";

/** The bytes of a socket since it opened. Stored with it: a hub hibernates while frames wait to be read. */
export interface SendWindow {
  sent: number;
  /** The client has shown that it read this many. */
  acknowledged: number;
  /** The numbers that the client has not echoed, oldest first, each with the bytes that were sent before it. */
  asked: { number: number; sent: number }[];
  /** When the first of them was sent, or the last echo arrived, in milliseconds since 1970. */
  since: number;
}

/** The bytes that a waiting frame takes beside its text: the runtime queues each as an object. */
const FRAME_BYTES = 128;
/** An attachment is written once for this many bytes: it counts them as sent in advance. */
const RESERVED_BYTES = 16 * 1024;

const EMPTY: SendWindow = { sent: 0, acknowledged: 0, asked: [], since: 0 };

interface Dependencies {
  /** Returns all sockets, those included that were closed from this side and hold what their clients have not read. */
  list: () => WebSocket[];
  load: (socket: WebSocket) => SendWindow | undefined;
  store: (socket: WebSocket, window: SendWindow) => void;
}

/**
 * Bounds what a hub sends to clients that do not read: the runtime buffers it in memory, and a client's text `ping`
 * shows only that it writes. A client proves that it reads by echoing the number of a `ping` frame
 * (docs/product.md#channel).
 */
export class SendWindows {
  /** The exact windows. The stored ones have more bytes: those of an instance that ends are not known. */
  readonly #windows = new WeakMap<WebSocket, SendWindow>();
  readonly #stored = new WeakMap<WebSocket, number>();

  constructor(private readonly deps: Dependencies) {}

  /**
   * Counts a frame that is about to be sent.
   * @returns false when it must not be sent: the client owes an echo, and the socket or the hub has too much in the air
   */
  admit(socket: WebSocket, text: string): boolean {
    const window = this.#of(socket);
    const bytes = Buffer.byteLength(text) + FRAME_BYTES;
    if (window.asked.length > 0) {
      if (unacknowledged(window) + bytes > SOCKET_BYTES_UNACKNOWLEDGED) return false;
      if (!this.#hasRoomFor(bytes)) return false;
    }
    window.sent += bytes;
    if (window.sent > (this.#stored.get(socket) ?? 0)) this.#store(socket, window);
    return true;
  }

  /** Returns a number that the client must echo, once enough was sent since the last one; null before that. */
  ask(socket: WebSocket, now: number): number | null {
    const window = this.#of(socket);
    const last = window.asked.at(-1)?.sent ?? window.acknowledged;
    if (window.sent - last < PING_EVERY_BYTES) return null;
    // Random: a client cannot know it without reading.
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (window.asked.length === 0) window.since = now;
    window.asked.push({ number, sent: window.sent });
    this.#store(socket, window);
    return number;
  }

  /** Records an echo: the client has read up to its number. @returns false for a number that is not awaited */
  acknowledge(socket: WebSocket, number: number, now: number): boolean {
    const window = this.#of(socket);
    const at = window.asked.findIndex((one) => one.number === number);
    const echoed = window.asked[at];
    if (!echoed) return false;
    window.acknowledged = echoed.sent;
    window.asked.splice(0, at + 1);
    window.since = now;
    this.#store(socket, window);
    return true;
  }

  /** Returns whether the client owes an echo. */
  isBehind(socket: WebSocket): boolean {
    return this.#of(socket).asked.length > 0;
  }

  /** Returns when a client that owes an echo counts as not reading, in milliseconds since 1970; Infinity without. */
  deadline(socket: WebSocket): number {
    const { asked, since } = this.#of(socket);
    return asked.length > 0 ? since + SOCKET_IDLE_MS : Number.POSITIVE_INFINITY;
  }

  /** Returns whether the hub can send another socket what a client may leave without an echo. */
  hasRoom(): boolean {
    return this.#hasRoomFor(PING_EVERY_BYTES);
  }

  #hasRoomFor(bytes: number): boolean {
    const total = this.deps.list().reduce((sum, socket) => sum + unacknowledged(this.#of(socket)), bytes);
    return total <= HUB_BYTES_UNACKNOWLEDGED;
  }

  #of(socket: WebSocket): SendWindow {
    const known = this.#windows.get(socket);
    if (known) return known;
    const window = structuredClone(this.deps.load(socket) ?? EMPTY);
    this.#windows.set(socket, window);
    this.#stored.set(socket, window.sent);
    return window;
  }

  #store(socket: WebSocket, window: SendWindow): void {
    const sent = window.sent + RESERVED_BYTES;
    this.#stored.set(socket, sent);
    this.deps.store(socket, { ...window, sent });
  }
}

const unacknowledged = ({ sent, acknowledged }: SendWindow): number => sent - acknowledged;
