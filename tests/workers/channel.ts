import type { ServerFrame } from "~/contract/channel";
import { serverFrame } from "~/contract/channel";
import { type Client, SITE } from "./client";

type PayloadOf<T extends ServerFrame["type"]> = Extract<ServerFrame, { type: T }>["payload"];

/** One open tab as a test sees it: what came, in order, and what is sent. */
export class Tab {
  readonly frames: ServerFrame[] = [];
  closed: { code: number; reason: string } | null = null;
  private readonly waiting = new Set<() => void>();

  private constructor(readonly socket: WebSocket) {
    socket.addEventListener("message", ({ data }) => {
      if (data === "pong") return;
      // Held against the contract: a frame that is none fails the test.
      this.frames.push(serverFrame.parse(JSON.parse(String(data))));
      this.wake();
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason };
      this.wake();
    });
  }

  /** Opens `/ws` with a member's cookies. @throws when it does not open */
  static async open(client: Client): Promise<Tab> {
    const reply = await client.fetch("/ws", { headers: { Upgrade: "websocket", Origin: SITE } });
    if (!reply.webSocket) throw new Error(`the socket answered ${reply.status}: ${await reply.text()}`);
    const tab = new Tab(reply.webSocket);
    reply.webSocket.accept();
    return tab;
  }

  /** Opens and says `online`, as a browser does, and has the answer. */
  static async online(client: Client): Promise<Tab> {
    const tab = await Tab.open(client);
    tab.send("online", {});
    await tab.receive("online-users");
    return tab;
  }

  send(type: string, payload: unknown): void {
    this.socket.send(JSON.stringify({ type, payload }));
  }

  /** The next frame of a type, that has come already or comes soon; each is heard once. */
  async receive<T extends ServerFrame["type"]>(
    type: T,
    isIt: (payload: PayloadOf<T>) => boolean = () => true,
  ): Promise<PayloadOf<T>> {
    // A frame of this type has this payload: the schema that parsed it says so.
    const matches = (frame: ServerFrame) => frame.type === type && isIt(frame.payload as PayloadOf<T>);
    await this.until(() => this.frames.some(matches), `a frame of type ${type}`);
    const [found] = this.frames.splice(this.frames.findIndex(matches), 1);
    return found?.payload as PayloadOf<T>;
  }

  async untilClosed(): Promise<{ code: number; reason: string }> {
    await this.until(() => this.closed !== null, "the close");
    return this.closed ?? { code: 0, reason: "" };
  }

  /**
   * Everything that was on its way has come: a frame of our own making is answered after all that was sent before it.
   */
  async settled(): Promise<void> {
    const type = `probe-${crypto.randomUUID()}`;
    this.send(type, {});
    await this.receive("error", (payload) => payload.type === type);
  }

  close(): void {
    this.socket.close(1000, "done");
  }

  private wake(): void {
    for (const look of this.waiting) look();
  }

  private until(condition: () => boolean, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!condition()) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(look);
        reject(new Error(`waited for ${what}; there are ${JSON.stringify(this.frames)}`));
      }, 8000);
      this.waiting.add(look);
      look();
    });
  }
}

/** Makes two members connections of each other. */
export async function connect(a: Client & { id: string }, b: Client & { id: string }): Promise<void> {
  await a.call("requestConnection", { params: { userId: b.id } });
  await b.call("acceptConnection", { params: { fromUserId: a.id } });
}

/** Waits for what comes about behind the replies. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const end = Date.now() + 8000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
