import type { ServerFrame } from "~/contract/channel";
import { CLOSED_SESSION_ENDED, CLOSED_SILENT, SILENCE_MS } from "~/contract/limits";
import { type Allowance, fullAllowance, spendFrame } from "./allowance";

/** What a socket carries through hibernation. */
interface Seat {
  sessionId: string;
  /** When a frame last came, milliseconds since 1970; pings are not counted here. */
  heardAt: number;
  /** It has said `offline`, or is closing: it keeps nobody online. */
  away: boolean;
  closed: boolean;
  allowance: Allowance;
}

const ALLOWANCE = "allowance";

/** The open tabs of one member. */
export class Sockets {
  #allowance: Allowance | undefined;
  /** Sessions ended a moment ago: an upgrade that was on its way must not outlive them. */
  readonly #ended = new Set<string>();

  constructor(private readonly state: DurableObjectState) {}

  /** Takes a socket in. @returns false when its session has ended meanwhile */
  accept(socket: WebSocket, sessionId: string, now: number): boolean {
    if (this.#ended.has(sessionId)) return false;
    this.state.acceptWebSocket(socket, [sessionId]);
    this.#write(socket, { sessionId, heardAt: now, away: false, closed: false, allowance: this.#left(now) });
    return true;
  }

  /** Notes that a frame came. @returns whether the member may send one more now */
  spend(socket: WebSocket, now: number): boolean {
    const left = spendFrame(this.#left(now), now);
    this.#allowance = left ?? this.#left(now);
    this.#change(socket, { heardAt: now, allowance: this.#allowance });
    return left !== null;
  }

  announce(socket: WebSocket, away: boolean): void {
    if (this.#seat(socket)?.away !== away) this.#change(socket, { away });
  }

  /** A socket that has closed, or is to: it counts for nothing from now on, even while the runtime still lists it. */
  close(socket: WebSocket, code: number, reason: string): void {
    this.#change(socket, { closed: true });
    // Kept for who comes back: closing must not refill the allowance.
    if (this.#allowance) this.state.storage.kv.put(ALLOWANCE, this.#allowance);
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
  forgetAllowance(): void {
    this.#allowance = undefined;
  }

  /** Drops sockets whose other end is gone without a word. */
  closeSilent(now: number): void {
    for (const socket of this.open()) {
      if (now - this.#heard(socket) >= SILENCE_MS)
        this.close(socket, CLOSED_SILENT, "Nothing was heard for too long.");
    }
  }

  /** When the longest-silent socket was last heard, or null when none is open. */
  longestSilence(): number | null {
    const heard = this.open().map((socket) => this.#heard(socket));
    return heard.length > 0 ? Math.min(...heard) : null;
  }

  open(): WebSocket[] {
    return this.state.getWebSockets().filter((socket) => {
      return socket.readyState === WebSocket.OPEN && !this.isClosed(socket);
    });
  }

  /** Whether it was closed from here. The runtime hands on what comes until the other end has answered the close. */
  isClosed(socket: WebSocket): boolean {
    return this.#seat(socket)?.closed ?? false;
  }

  isPresent(): boolean {
    return this.open().some((socket) => !this.#seat(socket)?.away);
  }

  sessionIds(): string[] {
    return [...new Set(this.open().flatMap((socket) => this.#seat(socket)?.sessionId ?? []))];
  }

  /** To every open tab, but for the one it came from. */
  send(frame: ServerFrame, except?: WebSocket): void {
    const text = JSON.stringify(frame);
    for (const socket of this.open()) if (socket !== except) put(socket, text);
  }

  reply(socket: WebSocket, frame: ServerFrame): void {
    put(socket, JSON.stringify(frame));
  }

  /** What is left of the frames this member may send: known, or from a socket that slept, or from storage. */
  #left(now: number): Allowance {
    if (this.#allowance) return this.#allowance;
    const slept = this.state.getWebSockets().flatMap((socket) => this.#seat(socket)?.allowance ?? []);
    const newest = slept.sort((a, b) => b.at - a.at)[0];
    this.#allowance = newest ?? this.state.storage.kv.get<Allowance>(ALLOWANCE) ?? fullAllowance(now);
    return this.#allowance;
  }

  #heard(socket: WebSocket): number {
    const ping = this.state.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
    return Math.max(ping, this.#seat(socket)?.heardAt ?? 0);
  }

  #seat(socket: WebSocket): Seat | null {
    // Written by this class alone.
    return socket.deserializeAttachment() as Seat | null;
  }

  #change(socket: WebSocket, change: Partial<Seat>): void {
    const seat = this.#seat(socket);
    if (seat) this.#write(socket, { ...seat, ...change });
  }

  #write(socket: WebSocket, seat: Seat): void {
    socket.serializeAttachment(seat);
  }
}

function put(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // It closed a moment ago; what matters is stored, and its member catches up.
  }
}
