import { rmSync } from "node:fs";
import type { WebSocket } from "ws";
import { sleep } from "~/contract/time";
import { startLocalServer } from "../scripts/local-server";
import { type BenchMember, makePairs } from "./hub/dataset";
import { inParallel, openSocket } from "./hub/sockets";
import { newestRuntime } from "./runtimes";

/**
 * `npm run bench:slow-readers`, after a build. Measures the runtime's memory while a member with many sockets gets messages: sockets that are
 * read, and sockets that only send pings and never read.
 */
const SOCKETS = 30;
const MESSAGES = 3000;
/** Messages sent at once. */
const WIDTH = 4;
const CONTENT = "x".repeat(4800);
const PING_MS = 5000;

const mb = () => Math.round(newestRuntime().kb / 1024);

async function run(reads: boolean): Promise<void> {
  const { state, pairs } = await makePairs(1);
  const [pair] = pairs;
  if (!pair) throw new Error("The dataset has no pair.");
  const [sender, receiver] = pair;
  const server = await startLocalServer({ port: 0, state, vars: { AFTERGLOW_RATE_LIMITS: "off" } });
  const headersOf = ({ token }: BenchMember) => ({ Cookie: `afterglow=${token}`, Origin: server.url });
  const codes: number[] = [];
  const sockets = await inParallel(Array.from({ length: SOCKETS }), 4, async () => {
    const socket: WebSocket = await openSocket(`${server.url}/ws`, headersOf(receiver));
    socket.on("close", (code: number) => codes.push(code));
    if (!reads) socket.pause();
    return socket;
  });
  const pings = setInterval(() => {
    for (const socket of sockets) socket.send("ping");
  }, PING_MS);
  const steps = [`${mb()} MB`];
  const send = async (_: unknown) => {
    const reply = await fetch(`${server.url}/api/chat/messages/${receiver.id}`, {
      method: "POST",
      headers: { ...headersOf(sender), "Content-Type": "application/json" },
      body: JSON.stringify({ content: CONTENT }),
    });
    if (!reply.ok) throw new Error(`a message returned ${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
  };
  for (let sent = 0; sent < MESSAGES; sent += MESSAGES / 6) {
    await inParallel(Array.from({ length: MESSAGES / 6 }), WIDTH, send);
    steps.push(`${mb()} MB`);
  }
  await sleep(PING_MS);
  console.log(
    `${SOCKETS} sockets ${reads ? "that read" : "that only ping"}, ${MESSAGES} messages: ${steps.join(", ")}`,
  );
  clearInterval(pings);
  for (const socket of sockets) socket.resume();
  await sleep(PING_MS);
  console.log(`  5 s after all were read: ${mb()} MB; close codes ${JSON.stringify(count(codes))}`);
  for (const socket of sockets) socket.terminate();
  await server.close();
  rmSync(state, { recursive: true, force: true });
}

function count(codes: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

await run(process.argv.includes("--read"));
process.exit(0);
