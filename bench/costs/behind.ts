import { rmSync } from "node:fs";
import path from "node:path";
import { build as bundle } from "esbuild";
import { sleep } from "~/contract/time";
import { startLocalServer } from "../../scripts/local-server";
import { projectRoot } from "../../scripts/local-state";
import { flat } from "../../tests/factories/photos";
import { type BenchMember, makeDataset, postIdAt } from "../hub/dataset";
import { inParallel, openSocket } from "../hub/sockets";
import { type Counts, REPORT_PATH, type Report } from "./counting-worker";
import { partOf, withPart } from "./table";

/** Connections of the owner of the posts. */
const CONNECTIONS = 20;
/** Interval at which the work under way is polled. */
const POLL_MS = 5;

const HEAD = ["write", "tabs", "requests", "rows read", "rows written", "hub calls", "hub writes"];

/** The work of each write by its row: the reply and everything behind it. */
export type Behind = Map<string, Counts>;

/** The members who write, and how. */
interface World {
  owner: BenchMember;
  fan: BenchMember;
  /** Sends a call. @throws on a status of failure */
  call: (
    member: BenchMember,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Record<string, unknown>>;
}

/** Each write is about another post: changes of one count within a second are published together. */
const writes: Record<string, (world: World, postId: string) => Promise<unknown>> = {
  "POST /api/posts/{id}/like": ({ call, fan }, id) => call(fan, "POST", `/api/posts/${id}/like`),
  "POST /api/posts/{id}/save": ({ call, fan }, id) => call(fan, "POST", `/api/posts/${id}/save`),
  "POST /api/posts/{id}/comment": ({ call, fan }, id) =>
    call(fan, "POST", `/api/posts/${id}/comment`, { comment: "What a sky" }),
  "POST /api/posts": async ({ call, owner }) =>
    call(owner, "POST", "/api/posts", { mediaUrl: await photoUrl() }),
  "POST /api/chat/messages/{userId}": ({ call, fan, owner }) =>
    call(fan, "POST", `/api/chat/messages/${owner.id}`, { content: "hello" }),
};

const photoUrl = async () =>
  `data:image/jpeg;base64,${(await flat("jpeg", [200, 120, 40], 64, 48)).toString("base64")}`;

/** Returns the module that wraps the built Worker's entry. */
async function entryOf(): Promise<string> {
  const { outputFiles } = await bundle({
    stdin: {
      contents: `
        import app, { UserHub as Hub } from "./index.js";
        import { countingUserHub, countingWorker } from "./counting-worker";
        export { Operator } from "./index.js";
        export default countingWorker(app);
        export const UserHub = countingUserHub(Hub);`,
      resolveDir: path.join(projectRoot, "bench/costs"),
    },
    bundle: true,
    format: "esm",
    external: ["./index.js", "node:*"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** Counts the work of writes: while nobody has a tab, then while the posts' author and all connections have one. */
export async function measureBehind(): Promise<Behind> {
  const names = Object.keys(writes);
  const { state, members } = await makeDataset(CONNECTIONS, 2 * names.length + 1);
  const [owner, fan] = members;
  if (!owner || !fan) throw new Error("The dataset is too small.");
  const entry = await entryOf();
  const server = await startLocalServer({ port: 0, state, vars: { AFTERGLOW_RATE_LIMITS: "off" }, entry });
  const headersOf = ({ token, id }: BenchMember) => ({
    Cookie: `afterglow=${token}.${id}`,
    Origin: server.url,
    "Content-Type": "application/json",
  });
  const call: World["call"] = async (member, method, at, body) => {
    const reply = await fetch(server.url + at, {
      method,
      headers: headersOf(member),
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${at} returned ${reply.status}: ${text}`);
    return text === "" ? {} : JSON.parse(text);
  };
  const world = { owner, fan, call };
  const behind: Behind = new Map();
  let posts = 1;
  const measureAll = async (tabs: number) => {
    for (const name of names) {
      // Other writes than likes and saves drop the session.
      for (const member of [owner, fan]) await call(member, "GET", "/api/feed");
      await countsOf(server.url);
      await writes[name]?.(world, postIdAt(posts++));
      behind.set(rowOf(name, tabs), await countsOf(server.url));
    }
  };
  try {
    // After its first event a hub knows its member's devices; a first message begins the conversation.
    await call(owner, "GET", "/api/feed");
    await call(fan, "POST", `/api/posts/${postIdAt(0)}/like`);
    await call(fan, "POST", `/api/chat/messages/${owner.id}`, { content: "hello" });
    await measureAll(0);
    const sockets = await inParallel(members, 4, async (member) => {
      const socket = await openSocket(`${server.url}/ws`, headersOf(member));
      await call(member, "GET", "/api/feed");
      return socket;
    });
    await measureAll(sockets.length);
    for (const socket of sockets) socket.terminate();
  } finally {
    await server.close();
    rmSync(state, { recursive: true, force: true });
  }
  return behind;
}

const rowOf = (name: string, tabs: number) => `\`${name}\` | ${tabs}`;

/** Returns the counts once no work is under way, and begins to count anew. */
async function countsOf(origin: string): Promise<Counts> {
  for (;;) {
    // The reply of counting-worker.ts.
    const { isBusy, ...counts } = (await (await fetch(origin + REPORT_PATH)).json()) as Report;
    if (!isBusy) return counts;
    await sleep(POLL_MS);
  }
}

/** Returns the document with a table of the work of writes. */
export function withBehindTable(document: string, behind: Behind): string {
  const rows = [...behind].map(([name, { requests, rowsRead, rowsWritten, hubCalls, hubWrites }]) =>
    [name, requests, rowsRead, rowsWritten, hubCalls, hubWrites].join(" | "),
  );
  const lines = [HEAD.join(" | "), HEAD.map(() => "---").join(" | "), ...rows].map((line) => `| ${line} |`);
  return withPart(document, "behind", lines);
}

/** Returns that table. */
export function readBehindTable(document: string): Behind {
  const lines = partOf(document, "behind").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, name = "", tabs = "", ...numbers] = line.split("|").map((cell) => cell.trim());
      if (!name.startsWith("`")) return [];
      const [requests = 0, rowsRead = 0, rowsWritten = 0, hubCalls = 0, hubWrites = 0] = numbers.map(Number);
      return [[`${name} | ${tabs}`, { requests, rowsRead, rowsWritten, hubCalls, hubWrites }] as const];
    }),
  );
}
