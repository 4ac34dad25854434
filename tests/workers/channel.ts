import { expect } from "vitest";
import type { ServerFrame } from "~/contract/channel";
import { serverFrame } from "~/contract/channel";
import { type Client, type Member, member, SITE } from "./client";
import { arrived } from "./worker";

type PayloadOf<T extends ServerFrame["type"]> = Extract<ServerFrame, { type: T }>["payload"];

/** For a machine that is busy. A test that passes waits for its frames only. */
const WAIT_MS = 30_000;

/** One open tab: sends frames and collects the received ones in order. */
export class Tab {
  readonly frames: ServerFrame[] = [];
  closed: { code: number; reason: string } | null = null;
  /** Whether the tab echoes the numbers of `ping` frames, as a browser does. */
  echoes = true;
  private readonly waiting = new Set<() => void>();
  /** The numbers of the frames sent. */
  readonly sent: number[] = [];
  private static readonly all: Tab[] = [];
  private static last = 0;

  private constructor(
    readonly socket: WebSocket,
    private readonly memberId: string,
  ) {
    Tab.all.push(this);
    socket.addEventListener("message", ({ data }) => {
      if (data === "pong") return;
      // Parsed with the contract's schema, so a malformed frame fails the test.
      const frame = serverFrame.parse(JSON.parse(String(data)));
      if (frame.type === "ping" && frame.payload.number !== undefined && this.echoes) {
        this.echo(frame.payload.number);
        return;
      }
      this.frames.push(frame);
      this.wake();
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason };
      this.wake();
    });
  }

  /** Opens `/ws` with a member's cookies. @throws when the upgrade fails */
  static async open(client: Client & { id?: string }, memberId = client.id ?? ""): Promise<Tab> {
    const reply = await client.fetch("/ws", { headers: { Upgrade: "websocket", Origin: SITE } });
    if (!reply.webSocket) throw new Error(`the upgrade returned ${reply.status}: ${await reply.text()}`);
    const tab = new Tab(reply.webSocket, memberId);
    reply.webSocket.accept();
    return tab;
  }

  /** Opens a tab, sends `online` as a browser does, and waits for the reply. */
  static async online(client: Client & { id?: string }, memberId = client.id): Promise<Tab> {
    const tab = await Tab.open(client, memberId);
    tab.send("online", {});
    await tab.receive("online-users");
    return tab;
  }

  /** Sends a frame, with a number by which `settled` knows that it has arrived. The hub ignores the number. */
  send(type: string, payload: unknown): void {
    Tab.last += 1;
    this.sent.push(Tab.last);
    this.socket.send(JSON.stringify({ type, payload, sent: Tab.last }));
  }

  /** Echoes a number. Not counted as sent: the hub takes an echo that it waits for without a token. */
  echo(number: number): void {
    this.socket.send(JSON.stringify({ type: "echo", payload: { number } }));
  }

  /** Returns and removes the first matching frame, received already or within half a minute. */
  async receive<T extends ServerFrame["type"]>(
    type: T,
    isMatch: (payload: PayloadOf<T>) => boolean = () => true,
    timeoutMs?: number,
  ): Promise<PayloadOf<T>> {
    // The schema that parsed the frame gives a frame of this type this payload.
    const matches = (frame: ServerFrame) => frame.type === type && isMatch(frame.payload as PayloadOf<T>);
    await this.until(() => this.frames.some(matches), `a frame of type ${type}`, timeoutMs);
    const [found] = this.frames.splice(this.frames.findIndex(matches), 1);
    return found?.payload as PayloadOf<T>;
  }

  async untilClosed(): Promise<{ code: number; reason: string }> {
    await this.until(() => this.closed !== null, "the close");
    return this.closed ?? { code: 0, reason: "" };
  }

  /**
   * Resolves when every frame sent before is handled. The hub handles frames in the order of their arrival, so a probe
   * frame is answered last; it is sent once the others have arrived, because the tests' runtime loads the hub's module
   * for each frame and can let one overtake another.
   */
  async settled(): Promise<void> {
    await untilArrived(Tab.all.filter(({ memberId, closed }) => memberId === this.memberId && !closed));
    const type = `probe-${crypto.randomUUID()}`;
    this.send(type, {});
    await this.receive("error", (payload) => payload.type === type);
  }

  /** Resolves when every frame that this tab has sent is with the hub, which may still handle it. */
  allArrived(): Promise<void> {
    return untilArrived([this]);
  }

  close(code = 1000): void {
    this.socket.close(code, "done");
  }

  /**
   * Ends the tab as a browser does whose pings get no reply. The runtime closes the sockets of a crashed hub only when
   * the hub's last call ends.
   */
  lose(): void {
    this.closed ??= { code: 1006, reason: "lost" };
    this.close();
    this.wake();
  }

  private wake(): void {
    for (const check of this.waiting) check();
  }

  private until(condition: () => boolean, what: string, timeoutMs = WAIT_MS): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!condition()) return;
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(check);
        reject(new Error(`waited for ${what}; received ${JSON.stringify(this.frames)}`));
      }, timeoutMs);
      this.waiting.add(check);
      check();
    });
  }
}

const untilArrived = (tabs: Tab[]) =>
  eventually(async () => {
    expect(tabs.flatMap(({ sent }) => sent.filter((number) => !arrived.has(number)))).toEqual([]);
  });

/** Connects two members by a request and its acceptance. */
export async function connectByCalls(a: Client & { id: string }, b: Client & { id: string }): Promise<void> {
  await a.call("requestConnection", { params: { userId: b.id } });
  await b.call("acceptConnection", { params: { fromUserId: a.id } });
}

/** Registers two members who connect as members do, so that the site chooses the database of their chat. */
export async function twoConnectedByCalls(one = "ada", other = "grace"): Promise<[Member, Member]> {
  const pair: [Member, Member] = [await member(one), await member(other)];
  await connectByCalls(...pair);
  return pair;
}

/** Repeats `check` until it passes, for 8 seconds at most: deferred work is not awaited. @throws its last error */
export async function eventually(check: () => Promise<void>): Promise<void> {
  // Counted, because a test may have replaced the clock.
  for (let left = 400; ; left--) {
    try {
      return await check();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
