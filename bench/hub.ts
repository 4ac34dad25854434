import { rmSync } from "node:fs";
import type { WebSocket } from "ws";
import { sleep } from "~/contract/time";
import { startLocalServer } from "../scripts/local-server";
import { type BenchMember, makeDataset, POST_ID } from "./hub/dataset";
import { startEcho } from "./hub/echo";
import { framesReceived, inParallel, openSocket, percentile, roundTrips } from "./hub/sockets";
import { shoot } from "./load";
import { newestRuntime } from "./runtimes";

/**
 * `npm run bench:hub`, after a build. Measures frames through one hub, fan-out to 500 online connections and the memory
 * of an idle socket, next to a bare echo through a Durable Object in the same run: read the figures as ratios.
 */
const CONNECTIONS = 500;
const PIPELINED = 4000;
/** A hub closes a client that leaves a megabyte unread; an echo waits behind the frames before it. */
const AT_ONCE = 1000;
const ROUNDS = 300;
const FAN_OUTS = 10;
/** Longer than the throttle of counts. */
const PAUSE_MS = 1200;
const IDLE_MS = 15_000;

const figure = (name: string, value: string) => console.log(`${name.padEnd(58)} ${value}`);
const ms = (value: number) => `${value.toFixed(2)} ms`;

async function eventsPerSecond(
  socket: WebSocket,
  text: string,
  answers: WebSocket = socket,
  fits?: (text: string) => boolean,
) {
  const started = performance.now();
  let ended = started;
  for (let sent = 0; sent < PIPELINED; sent += AT_ONCE) {
    const done = framesReceived(answers, AT_ONCE, fits);
    for (let at = 0; at < AT_ONCE; at++) socket.send(text);
    ended = await done;
  }
  return Math.round(PIPELINED / ((ended - started) / 1000));
}

function pair(name: string, times: number[]): void {
  figure(name, `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}`);
}

async function memoryOfSockets(
  open: (at: number) => Promise<WebSocket>,
): Promise<{ kb: number; sockets: WebSocket[] }> {
  const before = newestRuntime().kb;
  const sockets = await inParallel(
    Array.from({ length: CONNECTIONS }, (_, at) => at),
    8,
    open,
  );
  // workerd hibernates an object about 10 s after its last event.
  await sleep(IDLE_MS);
  return { kb: Math.round((newestRuntime().kb - before) / CONNECTIONS), sockets };
}

/** Likes a post and takes the like back, with a pause between the two, and prints the times of replies and arrivals. */
async function fanOut(liker: BenchMember, audience: readonly WebSocket[]): Promise<void> {
  const replies: number[] = [];
  const lasts: number[] = [];
  const middles: number[] = [];
  for (let round = 0; round < FAN_OUTS; round++) {
    const method = round % 2 === 0 ? "POST" : "DELETE";
    const arrivals = Promise.all(audience.map((socket) => framesReceived(socket, 1, is("like_update"))));
    const started = performance.now();
    await shoot(server.url, { method, path: `/api/posts/${POST_ID}/like`, cookie: cookieOf(liker) });
    replies.push(performance.now() - started);
    const times = (await arrivals).map((at) => at - started);
    middles.push(percentile(times, 0.5));
    lasts.push(Math.max(...times));
    await sleep(PAUSE_MS);
  }
  figure(
    `  a like's HTTP reply, connections online: ${audience.length}`,
    `p50 ${ms(percentile(replies, 0.5))}`,
  );
  figure("  its arrival at the median connection", `p50 ${ms(percentile(middles, 0.5))}`);
  figure(
    "  its arrival at the last connection",
    `p50 ${ms(percentile(lasts, 0.5))}, worst ${ms(Math.max(...lasts))}`,
  );
}

const { state, members } = await makeDataset(CONNECTIONS);
const [owner, first, ...rest] = members;
if (!owner || !first) throw new Error("The dataset is too small.");

console.log("A bare echo");
const echo = await startEcho();
const bare = await openSocket(`${echo.url}/one`);
await roundTrips(
  50,
  () => bare.send("warm"),
  () => framesReceived(bare, 1),
);
pair(
  "  round trip",
  await roundTrips(
    ROUNDS,
    () => bare.send("x"),
    () => framesReceived(bare, 1),
  ),
);
figure("  events per second, pipelined", String(await eventsPerSecond(bare, "x")));
const bareMemory = await memoryOfSockets((at) => openSocket(`${echo.url}/${at}`));
figure("  memory of an idle socket with an object of its own", `${bareMemory.kb} KB`);
for (const socket of [bare, ...bareMemory.sockets]) socket.terminate();
await echo.close();

console.log("The hub");
const server = await startLocalServer({ port: 0, state, vars: { AFTERGLOW_RATE_LIMITS: "off" } });
/** Names the member's hub, as the cookies of browsers do. */
const cookieOf = ({ id, token }: BenchMember) => `afterglow=${token}.${id}`;
const open = (member: BenchMember) =>
  openSocket(`${server.url}/ws`, { Cookie: cookieOf(member), Origin: server.url });

const hers = await open(owner);
const his = await open(first);
const is = (type: string) => (text: string) => text.startsWith(`{"type":"${type}"`);
const typing = JSON.stringify({ type: "typing", payload: { receiverId: first.id } });
const claim = JSON.stringify({ type: "like_update", payload: { postId: "p", count: 1 } });
const relayed = () => framesReceived(his, 1, is("typing"));
await roundTrips(50, () => hers.send(typing), relayed);
pair(
  "  typing, to the other member (one query, two hubs)",
  await roundTrips(ROUNDS, () => hers.send(typing), relayed),
);
figure(
  "  typing frames per second, pipelined",
  String(await eventsPerSecond(hers, typing, his, is("typing"))),
);
const unknown = JSON.stringify({ type: "x", payload: {} });
figure(
  "  frames parsed and replied to per second, pipelined",
  String(await eventsPerSecond(hers, unknown, hers, is("error"))),
);
for (let at = 0; at < 100; at++) hers.send(claim);

await fanOut(first, [his]);
const idle = await memoryOfSockets((at) => open(rest[at % rest.length] ?? first));
figure("  memory of an idle socket with an object of its own", `${idle.kb} KB`);

await fanOut(first, [his, ...idle.sockets.slice(0, CONNECTIONS - 1)]);

for (const socket of [hers, his, ...idle.sockets]) socket.terminate();
await server.close();
rmSync(state, { recursive: true, force: true });
process.exit(0);
