import { atom, type ReadableAtom } from "nanostores";
import { backOff, type Delays } from "~/contract/back-off";
import type { ClientFrame } from "~/contract/channel";
import { CLOSED_SESSION_ENDED, LOST_AFTER_MS, PING_MS } from "~/contract/limits";
import { dispatchFrame, parseServerFrame } from "./frames";
import { askForFreshReads } from "./fresh-reads";

/** `lost`: not open for more than three seconds. `ended`: the session has ended, and the link does not reconnect. */
export type LinkState = "closed" | "connecting" | "open" | "lost" | "ended";

/** The delays before the page connects again. */
export const RECONNECTS: Delays = { firstMs: 500, longestMs: 15_000 };
/** A handshake that takes longer is abandoned, and the next attempt follows after the back-off. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** The socket is closed when no pong arrives within this time. */
const PONG_TIMEOUT_MS = 10_000;
/** A socket that was open this long resets the back-off. */
const STABLE_MS = 5000;

/** The page's end of the channel (docs/product.md#channel): one socket, reopened whenever it closes. */
export class Link {
  readonly #state = atom<LinkState>("closed");
  readonly $state: ReadableAtom<LinkState> = this.#state;
  #memberId: string | null = null;
  #socket: WebSocket | null = null;
  #failures = 0;
  #isErrorReported = false;
  #isSuspended = false;
  #openedAt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;
  #lostTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #pongTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #openHooks = new Set<() => void>();
  readonly #errorHooks = new Set<() => void>();

  constructor(private readonly connect: () => WebSocket) {}

  get state(): LinkState {
    return this.#state.get();
  }

  /** Opens the socket for a signed-in member and keeps it open until `stop`. */
  start(memberId: string): void {
    if (this.#memberId === memberId) return;
    this.stop();
    this.#memberId = memberId;
    this.#failures = 0;
    this.#open();
  }

  /** Sends `offline` and closes the socket, as at log-out. */
  stop(): void {
    const userId = this.#memberId;
    if (userId && this.state === "open") this.send({ type: "offline", payload: { userId } });
    this.#memberId = null;
    this.#drop();
    this.#setState("closed");
  }

  /** Sends a frame. Returns false and drops it when the link is not open. */
  send(frame: ClientFrame): boolean {
    if (this.state !== "open") return false;
    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  /** Calls `hook` after each opening, and now if the link is open. Returns a function that unsubscribes. */
  onOpen(hook: () => void): () => void {
    this.#openHooks.add(hook);
    if (this.state === "open") hook();
    return () => this.#openHooks.delete(hook);
  }

  /**
   * Calls `hook` once when the link cannot be opened, and again only after it was open. Returns a function that
   * unsubscribes.
   */
  onError(hook: () => void): () => void {
    this.#errorHooks.add(hook);
    return () => this.#errorHooks.delete(hook);
  }

  /** Reconnects at once, or pings an open socket: the network is back or the tab became visible. */
  wake(): void {
    if (this.#isSuspended || !this.#memberId) return;
    if (this.state === "open") this.#ping();
    else if (!this.#socket) this.#open();
  }

  /**
   * Closes the socket, whose network the browser reports as gone, and reconnects with back-off: the report may be
   * wrong, and `wake` may never follow.
   */
  reconnect(): void {
    if (this.#isSuspended || !this.#memberId) return;
    this.#closed(1006);
  }

  /** Closes the socket before the page enters the back/forward cache, which does not store pages with open sockets. */
  suspend(): void {
    this.#isSuspended = true;
    this.#drop();
    if (this.#memberId) this.#setState("closed");
  }

  /** Reconnects after the page returns from the back/forward cache. */
  resume(): void {
    this.#isSuspended = false;
    this.wake();
  }

  #open(): void {
    clearTimeout(this.#retryTimer);
    this.#waitForOpen();
    const socket = this.connect();
    this.#socket = socket;
    this.#connectTimer = setTimeout(() => {
      this.#failed();
      this.#closed(1006);
    }, CONNECT_TIMEOUT_MS);
    const isCurrent = () => this.#socket === socket;
    socket.onopen = () => isCurrent() && this.#opened();
    socket.onmessage = ({ data }) => isCurrent() && this.#received(String(data));
    socket.onerror = () => isCurrent() && this.#failed();
    socket.onclose = ({ code }) => isCurrent() && this.#closed(code);
  }

  #opened(): void {
    clearTimeout(this.#connectTimer);
    this.#openedAt = Date.now();
    this.#isErrorReported = false;
    this.#pingTimer = setInterval(() => this.#ping(), PING_MS);
    this.#setState("open");
    if (this.#memberId) this.send({ type: "online", payload: { userId: this.#memberId } });
    for (const hook of this.#openHooks) hook();
  }

  #received(text: string): void {
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
    if (text === "pong") return;
    const frame = parseServerFrame(text);
    if (!frame) return;
    if (frame.type === "ping") {
      const { number } = frame.payload;
      if (number === undefined) this.#ping();
      else this.send({ type: "echo", payload: { number } });
      return;
    }
    askForFreshReads(frame);
    dispatchFrame(frame);
  }

  #failed(): void {
    if (this.#isErrorReported || this.#isSuspended) return;
    this.#isErrorReported = true;
    for (const hook of this.#errorHooks) hook();
  }

  #closed(code: number): void {
    if (this.state === "open" && Date.now() - this.#openedAt > STABLE_MS) this.#failures = 0;
    this.#drop();
    if (code === CLOSED_SESSION_ENDED) {
      this.#memberId = null;
      this.#setState("ended");
      return;
    }
    this.#waitForOpen();
    this.#retryTimer = setTimeout(() => this.wake(), backOff(this.#failures, RECONNECTS));
    this.#failures += 1;
  }

  /**
   * Closes the socket when no pong arrives in time: after a network loss the browser may report it as open for minutes.
   */
  #ping(): void {
    this.#socket?.send("ping");
    this.#pongTimer ??= setTimeout(() => this.#closed(1006), PONG_TIMEOUT_MS);
  }

  /** Starts the time after which the link counts as lost; further attempts do not restart it. */
  #waitForOpen(): void {
    if (this.state !== "lost") this.#setState("connecting");
    this.#lostTimer ??= setTimeout(() => this.#setState("lost"), LOST_AFTER_MS);
  }

  /** Closes the socket, ignores its further events, and clears the timers. */
  #drop(): void {
    for (const timer of [this.#retryTimer, this.#connectTimer, this.#pingTimer, this.#pongTimer])
      clearTimeout(timer);
    this.#pongTimer = undefined;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #setState(state: LinkState): void {
    if (this.state === state) return;
    if (state !== "connecting") {
      clearTimeout(this.#lostTimer);
      this.#lostTimer = undefined;
    }
    this.#state.set(state);
  }
}

/** This page's only link. */
export const link = new Link(() => {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws`);
});

/**
 * Closes and reopens the link with the network, the tab's visibility and the back/forward cache. Returns a function
 * that stops it.
 */
export function bindLinkToBrowser(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener("online", () => link.wake(), { signal });
  window.addEventListener("offline", () => link.reconnect(), { signal });
  window.addEventListener("pagehide", () => link.suspend(), { signal });
  window.addEventListener("pageshow", (event) => event.persisted && link.resume(), { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && link.wake(), {
    signal,
  });
  return () => controller.abort();
}
