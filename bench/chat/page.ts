import path from "node:path";
import { compileFunction } from "node:vm";
import { build } from "esbuild";
import { WebSocket } from "ws";
import type { MessageView } from "~/contract/chat";
import type { OutboxItem } from "~/features/chat/waiting-store";
import { projectRoot } from "../../scripts/local-state";
import { compiledTexts } from "../../scripts/texts/esbuild";
import type { BenchMember } from "../hub/dataset";

type Client = typeof import("./client");

/** Globals of the browser that the client's code uses; every page has its own. */
const browserGlobals = [
  "WebSocket",
  "fetch",
  "location",
  "document",
  "MutationObserver",
  "navigator",
  "disk",
  "localStorage",
  "FileReader",
  "setTimeout",
  "setInterval",
] as const;

/** Compiles the browser's code to a function, called once per page: each page has its own modules and state. */
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
      compiledTexts,
      {
        // The decoder of HEIC, a worker that only a browser runs.
        name: "workers",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\?worker&url$/ }, ({ path: name }) => ({ path: name, namespace: "worker" }));
          onLoad({ filter: /./, namespace: "worker" }, () => ({ contents: "export default ''" }));
        },
      },
    ],
  });
  // The bundle returns the exports of client.ts.
  return compileFunction(`${outputFiles[0]?.text}\nreturn client;`, [...browserGlobals]) as (
    ...values: unknown[]
  ) => Client;
}

const makeClient = await compileClient();

/** The state of a browser that outlives its pages. */
export interface Browser {
  member: BenchMember;
  disk: Map<string, OutboxItem>;
  /** The `localStorage`. */
  items: Map<string, string>;
  locks: Set<string>;
}

export const newBrowser = (member: BenchMember): Browser => ({
  member,
  disk: new Map(),
  items: new Map(),
  locks: new Set(),
});

/** The part of `FileReader` that the client's code uses. Node has none. */
class BlobReader {
  result = "";
  onload = () => {};
  onerror = () => {};

  readAsDataURL(blob: Blob): void {
    blob.arrayBuffer().then(
      (bytes) => {
        this.result = `data:${blob.type};base64,${Buffer.from(bytes).toString("base64")}`;
        this.onload();
      },
      () => this.onerror(),
    );
  }
}

/** One open tab of a member: the browser's own chat code with the few browser APIs that it needs. */
export class Page {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #sockets = new Set<WebSocket>();
  readonly #locks = new Set<string>();
  #isAlive = true;
  /** After the first `synced` frame the page can ask for the messages it missed. */
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
    const { member, disk, items } = browser;
    const headers = { Cookie: `afterglow=${member.token}`, Origin: origin };
    const page = this;
    class OwnSocket extends WebSocket {
      constructor(url: string) {
        super(url, { headers, perMessageDeflate: false });
        page.#sockets.add(this);
        this.once("close", () => page.#sockets.delete(this));
      }
    }
    const values: Record<(typeof browserGlobals)[number], unknown> = {
      WebSocket: OwnSocket,
      fetch: (address: string, init: RequestInit = {}) =>
        page.#whileAlive(fetch(origin + address, { ...init, headers: { ...init.headers, ...headers } })),
      location: new URL(origin),
      document: { visibilityState: "visible", head: {}, addEventListener() {}, removeEventListener() {} },
      MutationObserver: class {
        observe() {}
        disconnect() {}
      },
      navigator: { onLine: true, locks: this.#lockManager() },
      disk: this.#guarded(disk),
      localStorage: {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => page.#isAlive && items.set(key, value),
        removeItem: (key: string) => page.#isAlive && items.delete(key),
      },
      FileReader: BlobReader,
      setTimeout: (run: () => void, ms: number) => this.#trackTimer(setTimeout(run, ms)),
      setInterval: (run: () => void, ms: number) => this.#trackTimer(setInterval(run, ms)),
    };
    this.client = makeClient(...browserGlobals.map((name) => values[name]));
    this.client.onFrame("synced", () => {
      this.#hasSynced = true;
    });
    this.client.startChat(member.id);
    this.client.startSync();
    this.client.link.start(member.id);
    this.client.openConversation(otherId);
  }

  /** The loaded messages of the conversation, oldest first. */
  get messages(): readonly MessageView[] {
    return this.client.$conversations.get()[this.otherId]?.messages ?? [];
  }

  get isReady(): boolean {
    return (
      this.#hasSynced &&
      this.client.link.state === "open" &&
      this.client.$conversations.get()[this.otherId]?.phase === "ready"
    );
  }

  get waiting(): number {
    return this.client.outbox.$items.get().length;
  }

  /** The number of reactions and edits that are not acknowledged. */
  get changing(): number {
    return this.client.$pendingChanges.get().length;
  }

  /** Writes a message. @param original the message that it answers @param picture is sent with it */
  write(text: string, original?: MessageView, picture?: Blob): Promise<void> {
    const replyTo = original && { id: original.id, original };
    const attachment = picture && { name: "picture.png", type: picture.type, data: picture };
    return this.client.enqueueMessage(this.browser.member.id, this.otherId, text, { replyTo, attachment });
  }

  /** Forwards a message of the conversation, with its file, to its other member. */
  forward({ id, content, attachment }: MessageView): Promise<void> {
    const { enqueueMessage } = this.client;
    const file = attachment && { name: attachment.name, size: attachment.size };
    const forward = { id, ...(file ? { file } : {}) };
    return enqueueMessage(this.browser.member.id, this.otherId, content, { forward });
  }

  /** Mutes and archives the chat, or undoes both. @throws as `api` does */
  async mark(isOn: boolean): Promise<void> {
    const params = { userId: this.otherId };
    const length = isOn ? "always" : "off";
    await this.client.api("POST /api/chat/connections/{userId}/mute", { params, body: { length } });
    const upTo = isOn ? "0" : null;
    await this.client.api("POST /api/chat/connections/{userId}/archive", { params, body: { upTo } });
  }

  /** Returns whether the list of chats has the chat as muted and archived. @throws as `api` does */
  async isMarked(): Promise<boolean> {
    const chats = await this.client.api("GET /api/chat/connections");
    const chat = chats.find(({ userId }) => userId === this.otherId);
    return chat?.mutedUntil !== undefined && chat.archivedTo === "0";
  }

  react(messageId: string, emoji: string): void {
    this.client.changeMessage(messageId, "reaction", emoji);
  }

  edit(messageId: string, text: string): void {
    this.client.changeMessage(messageId, "text", text);
  }

  /** Loads every older page. @returns all messages, oldest first */
  async readAll(): Promise<readonly MessageView[]> {
    const conversation = () => this.client.$conversations.get()[this.otherId];
    while (conversation()?.older) await this.client.loadOlder(this.otherId);
    return this.messages;
  }

  /** Terminates the sockets without a close frame, as a lost network does. */
  cut(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  /** Kills the tab: timers, sockets and pending requests end without a callback. */
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

  #trackTimer(timer: NodeJS.Timeout): NodeJS.Timeout {
    this.#timers.add(timer);
    return timer;
  }

  /** Never settles once the page is killed. */
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
