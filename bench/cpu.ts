import { loadavg } from "node:os";
import { type Call, calls } from "~/contract/calls";
import { build } from "../scripts/run";
import { startCeilings } from "./ceilings";
import { addressOf, callEntries, send, serveCostWorld } from "./costs/measure";
import { type Made, pageShots, type Shot } from "./costs/shots";
import { newestRuntime, runtimes } from "./runtimes";

/**
 * The processor time of every page and every call that reads, by a member of the world of the costs, beside that of a worker
 * that says hello and of one that makes one statement. It is that of the whole runtime: its HTTP, and the database, which
 * on Cloudflare is another's. Needs Linux. The last figures are in docs/performance.md.
 */
const WARM_UP = 40;
const ROUND = 40;
const ROUNDS = 5;
/** Dollars for a million requests, a millisecond. */
const PRICE = 0.02;

/** The entities of earlier calls that reads need. */
const nothingMade: Made = {
  file: Buffer.alloc(0),
  replyOf: (name) => {
    throw new Error(`${name} is not called here.`);
  },
};

/** Milliseconds of processor time a request, the least of the rounds: what else the machine does only adds to it. */
async function cpuOf(pid: number, request: () => Promise<unknown>): Promise<number> {
  const taken = () => runtimes().find((one) => one.pid === pid)?.cpuMs ?? 0;
  for (let n = 0; n < WARM_UP; n++) await request();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = taken();
    for (let n = 0; n < ROUND; n++) await request();
    rounds.push((taken() - before) / ROUND);
  }
  return Math.min(...rounds);
}

await build();
const ceilings = await startCeilings();
const ceiling = newestRuntime().pid;
const hello = await cpuOf(ceiling, () => fetch(`${ceilings.origin}/hello`).then((reply) => reply.text()));
const statement = await cpuOf(ceiling, () =>
  fetch(`${ceilings.origin}/select`).then((reply) => reply.text()),
);
await ceilings.close();

const server = await serveCostWorld();
const { pid } = newestRuntime();
console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}\n`,
);
const row = (name: string, ms: number) =>
  console.log(`| ${name} | ${ms.toFixed(1)} | ${(ms / hello).toFixed(1)} | ${(ms * PRICE).toFixed(2)} |`);
console.log("| page or call | CPU, ms | beside hello | $ per million |\n|---|---|---|---|");
row("hello", hello);
row("one statement", statement);
const measure = async (name: string, path: string, shot: Shot) =>
  row(`\`${name}\``, await cpuOf(pid, () => send(server.url, "GET", addressOf(path, shot), shot)));
for (const [page, shot] of Object.entries(pageShots)) await measure(page, page, shot);
for (const [name, shotOf] of callEntries) {
  const { method, path }: Call = calls[name];
  if (method === "GET") await measure(`${method} ${path}`, path, shotOf(nothingMade));
}
console.log(
  `\nload ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`,
);
await server.close();
