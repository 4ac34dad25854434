import type { ClientFrame } from "~/contract/channel";
import { CLOSED_SESSION_ENDED, LOST_AFTER_MS, PING_MS } from "~/contract/limits";
import { backOff } from "./back-off";
import { announce, readServerFrame } from "./frames";

/** `lost`: not open for more than three seconds. `ended`: the session is over, and nothing will open again. */
export type LinkState = "closed" | "connecting" | "open" | "lost" | "ended";

const PONG_WAIT_MS = 10_000;
/** A link that held this long was no failure. */
const STEADY_MS = 5000;

/** The page's end of the channel: one socket, kept open. Lives outside React. */
export class Link {
  state: LinkState = "closed";
  #memberId: string | null = null;
  #socket: WebSocket | null = null;
  #failures = 0;
  #errorTold = false;
  #suspended = false;
  #openedAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #lost: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #openHooks = new Set<() => void>();
  readonly #errorHooks = new Set<() => void>();

  constructor(private readonly connect: () => WebSocket) {}

  /** Opens for a member who is signed in, and stays open until `stop`. */
  start(memberId: string): void {
    if (this.#memberId === memberId) return;
    this.stop();
    this.#memberId = memberId;
    this.#failures = 0;
    this.#open();
  }

  /** Says `offline` and closes; for logging out. */
  stop(): void {
    const userId = this.#memberId;
    if (userId && this.state === "open") this.send({ type: "offline", payload: { userId } });
    this.#memberId = null;
    this.#drop();
    this.#become("closed");
  }

  /** @returns false when the link is not open; nothing is kept for later */
  send(frame: ClientFrame): boolean {
    if (this.state !== "open") return false;
    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  /** Runs after every opening, the first and each after a loss: the place to catch up. Call what it returns to stop. */
  onOpen(hook: () => void): () => void {
    this.#openHooks.add(hook);
    if (this.state === "open") hook();
    return () => this.#openHooks.delete(hook);
  }

  /** Runs once for each time the link cannot be opened, however often it is tried. */
  onError(hook: () => void): () => void {
    this.#errorHooks.add(hook);
    return () => this.#errorHooks.delete(hook);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** There may be a network again, or somebody looks: no more waiting, and a silent socket is put to the test. */
  wake(): void {
    if (this.#suspended || !this.#memberId) return;
    if (this.state === "open") this.#ping();
    else if (!this.#socket) this.#open();
  }

  /** The network is gone: there is no use in trying until `wake`. */
  sleep(): void {
    if (!this.#memberId) return;
    this.#drop();
    this.#waitForOpen();
  }

  /** The page leaves the screen, perhaps to come back from the browser's cache, where sockets may not be open. */
  suspend(): void {
    this.#suspended = true;
    this.#drop();
    if (this.#memberId) this.#become("closed");
  }

  resume(): void {
    this.#suspended = false;
    this.wake();
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.#waitForOpen();
    const socket = this.connect();
    this.#socket = socket;
    const isOurs = () => this.#socket === socket;
    socket.onopen = () => isOurs() && this.#opened();
    socket.onmessage = ({ data }) => isOurs() && this.#heard(String(data));
    socket.onerror = () => isOurs() && this.#failed();
    socket.onclose = ({ code }) => isOurs() && this.#closed(code);
  }

  #opened(): void {
    this.#openedAt = Date.now();
    this.#errorTold = false;
    this.#beat = setInterval(() => this.#ping(), PING_MS);
    this.#become("open");
    if (this.#memberId) this.send({ type: "online", payload: { userId: this.#memberId } });
    for (const hook of this.#openHooks) hook();
  }

  #heard(text: string): void {
    clearTimeout(this.#pong);
    this.#pong = undefined;
    if (text === "pong") return;
    const frame = readServerFrame(text);
    if (frame) announce(frame);
  }

  #failed(): void {
    if (this.#errorTold || this.#suspended) return;
    this.#errorTold = true;
    for (const hook of this.#errorHooks) hook();
  }

  #closed(code: number): void {
    if (this.state === "open" && Date.now() - this.#openedAt > STEADY_MS) this.#failures = 0;
    this.#drop();
    if (code === CLOSED_SESSION_ENDED) {
      this.#memberId = null;
      this.#become("ended");
      return;
    }
    this.#waitForOpen();
    this.#retry = setTimeout(() => this.wake(), backOff(this.#failures));
    this.#failures += 1;
  }

  /** The server answers pings without waking anybody; no answer means that nobody is there, whatever the socket says. */
  #ping(): void {
    this.#socket?.send("ping");
    this.#pong ??= setTimeout(() => this.#closed(1006), PONG_WAIT_MS);
  }

  /** The time until the loss is worth a word runs from its beginning, however often opening is tried meanwhile. */
  #waitForOpen(): void {
    if (this.state !== "lost") this.#become("connecting");
    this.#lost ??= setTimeout(() => this.#become("lost"), LOST_AFTER_MS);
  }

  /** Lets go of the socket and of all clocks; what it still says is not heard. */
  #drop(): void {
    for (const timer of [this.#retry, this.#beat, this.#pong]) clearTimeout(timer);
    this.#pong = undefined;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #become(state: LinkState): void {
    if (this.state === state) return;
    this.state = state;
    if (state !== "connecting") {
      clearTimeout(this.#lost);
      this.#lost = undefined;
    }
    for (const listener of this.#listeners) listener();
  }
}

/** This page's link. One for all of it: what wants to speak or hear goes through here. */
export const link = new Link(() => {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws`);
});

/** Follows the browser: network, visibility, and pages kept in the browser's cache. Call what it returns to stop. */
export function followBrowser(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  if (!navigator.onLine) link.sleep();
  window.addEventListener("online", () => link.wake(), { signal });
  window.addEventListener("offline", () => link.sleep(), { signal });
  window.addEventListener("pagehide", () => link.suspend(), { signal });
  window.addEventListener("pageshow", (event) => event.persisted && link.resume(), { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && link.wake(), {
    signal,
  });
  return () => controller.abort();
}
