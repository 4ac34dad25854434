import type { WebSocket } from "ws";
import { openSocket } from "../hub/sockets";
import { PLACE_HEADER, TRACE_HEADER } from "./distant-worker";
import type { Place } from "./places";

const PATIENCE_MS = 60_000;

/** A reply, and when its first byte and its last arrived: milliseconds after the request. */
interface Reply {
  text: string;
  firstByte: number;
  lastByte: number;
}

/** A frame's arrival. */
export interface Arrival {
  /** `performance.now()`. */
  at: number;
  /** In milliseconds since 1970. */
  date: number;
}

/** A member with one browser, known by its cookies. Uses only the public API, so that it works with any build. */
export class Member {
  id = "";
  readonly cookies = new Map<string, string>();
  #socket: WebSocket | undefined;

  constructor(
    readonly name: string,
    readonly place: Place,
  ) {}

  get #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /**
   * Sends a request and reads the reply.
   * @param trace names the request in the Worker's report; without it the request has no latencies
   * @throws on a status that is no success
   */
  async send(origin: string, method: string, path: string, body?: unknown, trace?: string): Promise<Reply> {
    const headers: Record<string, string> = { Cookie: this.#cookie, Origin: origin, Accept: "*/*" };
    if (path === "/feed") headers.Accept = "text/html";
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (trace !== undefined) Object.assign(headers, { [PLACE_HEADER]: this.place, [TRACE_HEADER]: trace });
    const started = performance.now();
    const reply = await fetch(origin + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: "manual",
    });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let firstByte = 0;
    for (let isDone = false; reader && !isDone; ) {
      const { done, value } = await reader.read();
      firstByte ||= performance.now() - started;
      text += value ?? "";
      isDone = done;
    }
    const lastByte = performance.now() - started;
    if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}: ${text.slice(0, 300)}`);
    for (const header of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      this.cookies.set(name, value);
    }
    return { text, firstByte, lastByte };
  }

  /** Makes the browser new to the database: a bookmark names a state that it has seen (workers/d1-session.ts). */
  forgetBookmarks(): void {
    for (const name of this.cookies.keys()) {
      if (/-(at|seen)$/.test(name)) this.cookies.delete(name);
    }
  }

  /** Opens the member's socket from their place. */
  async open(origin: string): Promise<void> {
    this.#socket = await openSocket(`${origin}/ws`, {
      Cookie: this.#cookie,
      Origin: origin,
      [PLACE_HEADER]: this.place,
      [TRACE_HEADER]: `open ${this.name}`,
    });
  }

  write(type: string, payload: Record<string, unknown>): void {
    this.#openSocket().send(JSON.stringify({ type, payload }));
  }

  /**
   * Resolves when a frame of that type arrives whose text contains `part`.
   * @throws when it has not arrived after a time that is longer than any way
   */
  receive(type: string, part: string): Promise<Arrival> {
    const socket = this.#openSocket();
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        socket.off("message", onMessage);
      };
      const onMessage = (data: unknown) => {
        const text = String(data);
        if (!text.startsWith(`{"type":"${type}"`) || !text.includes(part)) return;
        end();
        resolve({ at: performance.now(), date: Date.now() });
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`${this.name} has not received a frame of type ${type}.`));
      }, PATIENCE_MS);
      socket.on("message", onMessage);
    });
  }

  close(): void {
    this.#socket?.terminate();
    this.#socket = undefined;
  }

  #openSocket(): WebSocket {
    if (!this.#socket) throw new Error(`${this.name} has no open socket.`);
    return this.#socket;
  }
}
