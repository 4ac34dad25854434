import { gzipSync } from "node:zlib";
import { type Call, calls } from "~/contract/calls";
import { NOTIFICATIONS_MAX } from "~/contract/limits";
import { build } from "../scripts/run";
import { addressOf, callEntries, noResults, send, serveCostWorld } from "./costs/measure";
import { pageShots } from "./costs/page-shots";
import type { Shot } from "./costs/shots";
import { enlarge, type LargeSize } from "./large/enlarge";

/**
 * `npm run bench:large [connections] [posts]` prints what each page and reading call costs a member with many
 * connections, cold, and names those beyond the limits. The other sizes grow with the connections. Method and last
 * figures: docs/performance.md#large-accounts. `BENCH_BUILT=1` skips the build.
 */
const [connections = 5000, posts = 2 * connections] = process.argv.slice(2).map(Number);
if (![connections, posts].every((count) => Number.isSafeInteger(count) && count > 0)) {
  throw new Error("Usage: npm run bench:large [connections] [posts]");
}
const size: LargeSize = {
  connections,
  posts,
  messages: 20 * connections,
  notifications: Math.min(connections, NOTIFICATIONS_MAX),
  comments: 4 * connections,
  likes: 10 * connections,
};

/** Limits of a reply and a gzipped document in bytes, and of the rows that one reads. */
const LIMITS = { reply: 64 * 1024, document: 40 * 1024, rows: 2000 };

if (!process.env.BENCH_BUILT) await build();
const server = await serveCostWorld((bindings) => enlarge(bindings, size));
console.log(`${JSON.stringify(size)}\n`);
console.log(
  "| page or call | bytes | gzip | rows read | statements | ms | beyond |\n|---|---|---|---|---|---|---|",
);

async function measure(name: string, path: string, shot: Shot): Promise<void> {
  const address = addressOf(path, shot);
  await send(server.url, "GET", address, shot);
  const started = performance.now();
  const { reply, body } = await send(server.url, "GET", address, shot);
  const ms = performance.now() - started;
  const { rowsRead, statements } = await server.log.of(reply.headers.get("X-Request-Id"));
  const bytes = Buffer.byteLength(body);
  const gzip = gzipSync(body).length;
  const isDocument = reply.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const beyond = [
    ...((isDocument ? gzip > LIMITS.document : bytes > LIMITS.reply) ? ["bytes"] : []),
    ...(rowsRead > LIMITS.rows ? ["rows"] : []),
  ];
  const cells = [`\`${name}\``, bytes, gzip, rowsRead, statements, ms.toFixed(1), beyond.join(", ")];
  console.log(`| ${cells.join(" | ")} |`);
}

for (const [page, shot] of Object.entries(pageShots)) await measure(page, page, shot);
for (const [name, shotOf] of callEntries) {
  const { method, path }: Call = calls[name];
  if (method === "GET") await measure(`${method} ${path}`, path, shotOf(noResults));
}
await server.close();
