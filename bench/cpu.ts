import { loadavg } from "node:os";
import { type Call, calls } from "~/contract/calls";
import { build } from "../scripts/run";
import { startCeilings } from "./ceilings";
import { addressOf, callEntries, noResults, send, serveCostWorld } from "./costs/measure";
import { pageShots } from "./costs/page-shots";
import type { Shot } from "./costs/shots";
import { newestRuntime, runtimes } from "./runtimes";

/**
 * CPU time of every page and every reading call, for a member of the cost fixture, beside that of a worker that
 * returns a constant and of one that runs one statement. The figure is that of the whole runtime, including HTTP and
 * the database, which is a separate service on Cloudflare. Needs Linux. The last figures are in docs/performance.md.
 */
const WARM_UP = 40;
const ROUND = 40;
const ROUNDS = 5;
/** Price in dollars of a million requests at one millisecond each. */
const PRICE = 0.02;

/** Returns milliseconds of CPU time a request: the minimum of the rounds, because other load only adds to it. */
async function cpuOf(pid: number, request: () => Promise<unknown>): Promise<number> {
  const cpuMsSoFar = () => runtimes().find((one) => one.pid === pid)?.cpuMs ?? 0;
  for (let n = 0; n < WARM_UP; n++) await request();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuMsSoFar();
    for (let n = 0; n < ROUND; n++) await request();
    rounds.push((cpuMsSoFar() - before) / ROUND);
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
  if (method === "GET") await measure(`${method} ${path}`, path, shotOf(noResults));
}
console.log(
  `\nload ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`,
);
await server.close();
