import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import type { WebSocket } from "ws";
import { sleep } from "~/contract/time";
import { startLocalServer } from "../scripts/local-server";
import { startCeilings } from "./ceilings";
import { type BenchMember, makePairs } from "./hub/dataset";
import { startEcho } from "./hub/echo";
import { framesReceived, inParallel, openSocket, percentile, roundTrips } from "./hub/sockets";
import { measure } from "./load";
import { runtimes } from "./runtimes";

/**
 * `npm run bench:chat`. Measures the time from sending a message to its arrival, storing included: with one pair, and
 * with 200 sockets at 500 messages a second. Alternates with a bare echo through a Durable Object in the same run: read
 * the figures as ratios. The last figures are in docs/performance.md.
 */
const PAIRS = 100;
const TURNS = 4;
const ROUNDS = 500;
const WARM_UP = 200;
const RATE = 500;
const SECONDS = 10;
/** Messages that have not arrived so long after the last was sent count as lost. */
const GRACE_MS = 10_000;

/** A route for messages: how to send one, the socket where it arrives, and the filter for its frames there. */
interface Route {
  send: (text: string) => void;
  out: WebSocket;
  fits: (text: string) => boolean;
}

function report(name: string, times: number[], more = ""): void {
  const at = (part: number) => `${percentile(times, part).toFixed(2)}`.padStart(7);
  console.log(`${name.padEnd(46)} p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)} ms  ${more}`);
}

/** Sends messages one at a time. @returns the round-trip times in milliseconds */
function onePair({ send, out, fits }: Route, rounds: number): Promise<number[]> {
  return roundTrips(
    rounds,
    () => send("hello"),
    () => framesReceived(out, 1, fits),
  );
}

/** Sends messages at a steady rate over all routes, without waiting for earlier ones to arrive. */
async function crowd(routes: Route[]) {
  const count = RATE * SECONDS;
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  const known = new Set<string>();
  let doubled = 0;
  const ends = routes.map(({ out, fits }) => {
    const listen = (data: unknown) => {
      const text = String(data);
      const number = /no\.(\d+)\./.exec(text)?.[1];
      const sent = number && fits(text) ? sentAt.get(number) : undefined;
      if (number === undefined || sent === undefined) return;
      if (known.has(number)) doubled += 1;
      else times.push(performance.now() - sent);
      known.add(number);
    };
    out.on("message", listen);
    return () => out.off("message", listen);
  });
  const before = runtimes();
  const started = performance.now();
  for (let at = 0; at < count; at++) {
    while (performance.now() < started + (at * 1000) / RATE) await sleep(1);
    const route = routes[at % routes.length];
    sentAt.set(String(at), performance.now());
    route?.send(`no.${at}.`);
  }
  const seconds = (performance.now() - started) / 1000;
  const end = performance.now() + GRACE_MS;
  while (known.size < count && performance.now() < end) await sleep(5);
  for (const stop of ends) stop();
  // The busiest runtime process is the one under test.
  const cpuMs = Math.max(...runtimes().map(({ cpuMs: now }, at) => now - (before[at]?.cpuMs ?? 0))) / count;
  return { times, lost: count - known.size, doubled, rate: count / seconds, cpuMs };
}

const { state, pairs } = await makePairs(PAIRS);
const server = await startLocalServer({ port: 0, state, vars: { AFTERGLOW_RATE_LIMITS: "off" } });
const echo = await startEcho();
const ceilings = await startCeilings();
let made = 0;

async function chatPair([one, other]: [BenchMember, BenchMember]): Promise<[Route, Route]> {
  const open = ({ token }: BenchMember) =>
    openSocket(`${server.url}/ws`, { Cookie: `afterglow=${token}`, Origin: server.url });
  const [first, second] = [await open(one), await open(other)];
  const route = (from: WebSocket, to: BenchMember, out: WebSocket): Route => ({
    send: (content) => {
      made += 1;
      const payload = { receiverId: to.id, content, clientId: `bench-${made}` };
      from.send(JSON.stringify({ type: "message", payload }));
    },
    out,
    // A sender receives their own message, too.
    fits: (text) => text.startsWith('{"type":"message"') && text.includes(`"receiverId":"${to.id}"`),
  });
  return [route(first, other, second), route(second, one, first)];
}

async function echoRoute(path: string): Promise<Route> {
  const socket = await openSocket(`${echo.url}/${path}`);
  return { send: (text) => socket.send(text), out: socket, fits: () => true };
}

console.log(`Load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
const chatRoutes = (await inParallel(pairs, 8, chatPair)).flat();
const echoRoutes = await inParallel(
  chatRoutes.map((_, at) => String(at)),
  8,
  echoRoute,
);
const [chatOne, echoOne] = [chatRoutes[0], echoRoutes[0]];
if (!chatOne || !echoOne) throw new Error("There is no pair.");

const lines = {
  echo: { routes: echoRoutes, one: echoOne, times: [] as number[] },
  chat: { routes: chatRoutes, one: chatOne, times: [] as number[] },
};
for (const { one } of Object.values(lines)) await onePair(one, WARM_UP);
for (let turn = 0; turn < TURNS; turn++) {
  for (const line of Object.values(lines)) line.times.push(...(await onePair(line.one, ROUNDS)));
}
const insert = await measure(ceilings.origin, () => ({ path: "/insert" }), { count: 1000, width: 1 });
console.log("\nOne pair, one message at a time");
report("a bare echo", lines.echo.times);
console.log(
  `${"ceiling: one insert into D1, over HTTP".padEnd(46)} p50 ${insert.p50.toFixed(2).padStart(7)}  p95 ${insert.p95.toFixed(2).padStart(7)}  p99 ${insert.p99.toFixed(2).padStart(7)} ms`,
);
const ratio = percentile(lines.chat.times, 0.5) / percentile(lines.echo.times, 0.5);
report("chat: sent, stored, received", lines.chat.times, `${ratio.toFixed(1)}× the echo at p50`);

const inserts = await measure(ceilings.origin, () => ({ path: "/insert" }), { count: 2000, width: 32 });
console.log(
  `\nceiling: inserts into D1, 32 at a time: ${inserts.rps.toFixed(0)}/s, p50 ${inserts.p50.toFixed(1)}, p99 ${inserts.p99.toFixed(1)} ms`,
);
console.log(`\n${chatRoutes.length} sockets, ${RATE} messages a second for ${SECONDS} s, two rounds each`);
for (const turn of [1, 2]) {
  for (const [name, { routes }] of Object.entries(lines)) {
    const { times, lost, doubled, rate, cpuMs } = await crowd(routes);
    const more = `${rate.toFixed(0)}/s, lost ${lost}, doubled ${doubled}, CPU ${cpuMs.toFixed(2)} ms a message`;
    report(`${name}, turn ${turn}`, times, more);
  }
}
console.log(`Load of the machine after: ${loadavg()[0]?.toFixed(1)}`);
for (const { out } of [...chatRoutes, ...echoRoutes]) out.terminate();
await Promise.all([server.close(), echo.close(), ceilings.close()]);
rmSync(state, { recursive: true, force: true });
process.exit(0);
