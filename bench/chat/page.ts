import path from "node:path";
import { compileFunction } from "node:vm";
import { build } from "esbuild";
import { WebSocket } from "ws";
import type { MessageView } from "~/contract/chat";
import type { OutboxItem } from "~/features/chat/outbox";
import { projectRoot } from "../../scripts/local-state";
import type { BenchMember } from "../hub/world";

type Client = typeof import("./client");

/** Names the browser's code finds in its surroundings; every page has its own. */
const surroundings = [
  "WebSocket",
  "fetch",
  "location",
  "document",
  "navigator",
  "disk",
  "setTimeout",
  "setInterval",
] as const;

/** The browser's code as one function, to be called once a page: its modules keep their state for one member each. */
async function compileClient(): Promise<(...values: unknown[]) => Client> {
  const folder = path.join(projectRoot, "bench/chat");
  const { outputFiles } = await build({
    entryPoints: [path.join(folder, "client.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "client",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "disk",
        setup: ({ onResolve }) =>
          onResolve({ filter: /\/outbox-storage$/ }, () => ({ path: path.join(folder, "disk.ts") })),
      },
    ],
  });
  // The bundle's one result is what client.ts exports.
  return compileFunction(`${outputFiles[0]?.text}\nreturn client;`, [...surroundings]) as (
    ...values: unknown[]
  ) => Client;
}

const makeClient = await compileClient();

/** What a browser keeps for a member while pages come and go. */
export interface Browser {
  member: BenchMember;
  disk: Map<string, OutboxItem>;
  locks: Set<string>;
}

export const newBrowser = (member: BenchMember): Browser => ({ member, disk: new Map(), locks: new Set() });

/** One open tab of a member: the browser's own chat code, and nothing of the browser that it does not need. */
export class Page {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #sockets = new Set<WebSocket>();
  readonly #locks = new Set<string>();
  #isAlive = true;
  /** It knows from where to ask for what it misses: before that, a page that comes back starts anew from the newest messages. */
  #hasSynced = false;
  #died = () => {};
  /** Resolves to false when the page is killed. */
  readonly dead = new Promise<false>((resolve) => {
    this.#died = () => resolve(false);
  });
  readonly client: Client;

  constructor(
    private readonly browser: Browser,
    origin: string,
    private readonly otherId: string,
  ) {
    const { member, disk } = browser;
    const headers = { Cookie: `afterglow=${member.token}`, Origin: origin };
    const page = this;
    class OwnSocket extends WebSocket {
      constructor(url: string) {
        super(url, { headers, perMessageDeflate: false });
        page.#sockets.add(this);
        this.once("close", () => page.#sockets.delete(this));
      }
    }
    const values: Record<(typeof surroundings)[number], unknown> = {
      WebSocket: OwnSocket,
      fetch: (address: string, init: RequestInit = {}) =>
        page.#whileAlive(fetch(origin + address, { ...init, headers: { ...init.headers, ...headers } })),
      location: new URL(origin),
      document: { visibilityState: "visible" },
      navigator: { onLine: true, locks: this.#lockManager() },
      disk: this.#guarded(disk),
      setTimeout: (run: () => void, ms: number) => this.#keep(setTimeout(run, ms)),
      setInterval: (run: () => void, ms: number) => this.#keep(setInterval(run, ms)),
    };
    this.client = makeClient(...surroundings.map((name) => values[name]));
    this.client.onFrame("synced", () => {
      this.#hasSynced = true;
    });
    this.client.startChat(member.id);
    this.client.link.start(member.id);
    void this.client.loadConversation(otherId);
  }

  /** Everything of the conversation that the page knows, oldest first. */
  get messages(): readonly MessageView[] {
    return this.client.readChat().conversations.get(this.otherId)?.messages ?? [];
  }

  get isReady(): boolean {
    return (
      this.#hasSynced &&
      this.client.link.state === "open" &&
      this.client.readChat().conversations.get(this.otherId)?.phase === "ready"
    );
  }

  get waiting(): number {
    return this.client.outbox.items().length;
  }

  write(text: string): Promise<void> {
    return this.client.writeMessage(this.browser.member.id, this.otherId, text);
  }

  /** Scrolls to the beginning. */
  async readAll(): Promise<readonly MessageView[]> {
    const conversation = () => this.client.readChat().conversations.get(this.otherId);
    while (conversation()?.older) await this.client.loadOlder(this.otherId);
    return this.messages;
  }

  /** Cuts the socket off, as a train in a tunnel does. */
  cut(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  /** The tab dies in the middle of whatever it does. */
  kill(): void {
    this.#isAlive = false;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#sockets) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.onerror = () => undefined;
      socket.terminate();
    }
    for (const name of this.#locks) this.browser.locks.delete(name);
    this.#died();
  }

  #keep(timer: NodeJS.Timeout): NodeJS.Timeout {
    this.#timers.add(timer);
    return timer;
  }

  /** What a dead page waited for never comes. */
  #whileAlive<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => this.#isAlive && resolve(value),
        (error: unknown) => this.#isAlive && reject(error),
      );
    });
  }

  #guarded(disk: Map<string, OutboxItem>) {
    return {
      values: () => disk.values(),
      set: (key: string, item: OutboxItem) => this.#isAlive && disk.set(key, item),
      delete: (key: string) => this.#isAlive && disk.delete(key),
    };
  }

  #lockManager() {
    const { locks } = this.browser;
    return {
      query: async () => ({ held: [...locks].map((name) => ({ name })) }),
      request: async (name: string, hold: () => Promise<void>) => {
        locks.add(name);
        this.#locks.add(name);
        await hold();
        locks.delete(name);
      },
    };
  }
}
