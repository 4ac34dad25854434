import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FEED_DOCUMENT_POSTS } from "~/contract/limits";
import type { DbCost } from "~/db/client";
import { openLocalBindings, startLocalServer } from "../scripts/local-server";
import { build } from "../scripts/run";
import { startBareFeed, startBareReact, startCeilings } from "./ceilings";
import { cookieOf, type DatasetSize, hubCookieOf, makeDataset, photoOf, readers, tokenOf } from "./dataset";
import { type Measured, measureInTurns, type Shot, shoot, type Target } from "./load";
import { logLines } from "./log-lines";

/** Method and last figures: docs/performance.md. */
const large: DatasetSize = { posts: Number(process.env.BENCH_POSTS ?? 1_000_000), members: 50_000 };
const small: DatasetSize = { posts: 1000, members: 1000 };
const READS = { count: 1500, width: 1 };
const WRITES = { count: 400, width: 1 };
const CROWD = { count: 4000, width: 32 };
/** A document takes about as long as five calls. */
const PAGES = 300;

interface Bench {
  origin: string;
  state: string;
  /** Returns the cost of one request, from the worker's log line. */
  costOf: (shot: Shot) => Promise<DbCost>;
  close: () => Promise<void>;
}

/** Starts the built worker on a database of that size. */
async function open(size: DatasetSize): Promise<Bench> {
  const state = mkdtempSync(path.join(tmpdir(), "afterglow-bench-"));
  const started = Date.now();
  const bindings = await openLocalBindings(state);
  await makeDataset(bindings, size);
  await bindings.close();
  console.log(`A dataset of ${size.posts} posts and ${size.members} members in ${seconds(started)}.`);
  const log = logLines();
  const server = await startLocalServer({
    port: 0,
    state,
    vars: { AFTERGLOW_RATE_LIMITS: "off" },
    logs: log.stream,
  });
  return {
    origin: server.url,
    state,
    costOf: async (shot) => {
      const cost = log.next();
      await shoot(server.url, shot);
      return cost;
    },
    close: async () => {
      await server.close();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

function report(name: string, { p50, p95, p99, rps }: Measured): void {
  const ms = (value: number) => value.toFixed(2).padStart(7);
  console.log(
    `${name.padEnd(44)} p50 ${ms(p50)}  p95 ${ms(p95)}  p99 ${ms(p99)} ms  ${rps.toFixed(0).padStart(6)}/s`,
  );
}

function reportCost(name: string, { statements, trips, rowsRead, rowsWritten }: DbCost): void {
  console.log(
    `${name.padEnd(44)} ${statements} statements  ${trips} trips  ${String(rowsRead).padStart(5)} rows read  ${String(rowsWritten).padStart(4)} written`,
  );
}

async function reportCosts({ costOf }: Bench, size: DatasetSize): Promise<void> {
  console.log(`\nCost of a call, the session's look-up included, with ${size.posts} posts`);
  for (const count of readers) {
    const cookie = cookieOf(count);
    const feed = async (at: string) =>
      reportCost(`${at}, ${count} connections`, await costOf({ path: at, cookie }));
    await feed("/api/feed");
    await feed("/feed");
  }
}

/** Later pages query only those authors who posted in that range. */
async function reportLaterPages({ origin, costOf }: Bench, count: number): Promise<void> {
  const cookie = cookieOf(count);
  let at = "/api/feed";
  for (let page = 1; page <= 6; page++) {
    reportCost(`${count} connections, page ${page}`, await costOf({ path: at, cookie }));
    const posts = JSON.parse(await shoot(origin, { path: at, cookie })) as { id: string }[];
    at = `/api/feed?cursor=${posts.at(-1)?.id}`;
  }
}

/**
 * Measures a reader's writes.
 * @param ceiling the server that runs a single insert
 */
async function benchWrites({ origin, costOf }: Bench, ceiling: string, count: number): Promise<void> {
  const cookie = cookieOf(count);
  const ids = (
    JSON.parse(await shoot(origin, { path: "/api/feed?limit=50", cookie })) as { id: string }[]
  ).map(({ id }) => id);
  const like = (n: number): Shot => ({
    method: Math.floor(n / ids.length) % 2 ? "DELETE" : "POST",
    path: `/api/posts/${ids[n % ids.length]}/like`,
    cookie,
  });
  const comment = (n: number): Shot => ({
    method: "POST",
    path: `/api/posts/${ids[n % ids.length]}/comment`,
    cookie,
    body: { comment: `Comment ${n}` },
  });
  const post = (n: number): Shot => ({
    method: "POST",
    path: "/api/posts",
    cookie,
    body: { mediaUrl: photoOf(count), caption: `Post ${n}` },
  });
  const shots = { like, comment, post };
  for (const [name, shot] of Object.entries(shots)) reportCost(name, await costOf(shot(0)));
  const targets: Record<string, Target> = {
    "ceiling: insert": { ...WRITES, origin: ceiling, shot: () => ({ path: "/insert" }) },
  };
  for (const [name, shot] of Object.entries(shots)) {
    targets[name] = { ...WRITES, origin, shot: (n) => shot(n + 1) };
  }
  await reportInTurns(`Writes with ${count} connections, one at a time`, targets);
}

/** Measures them interleaved. */
async function reportInTurns(title: string, targets: Record<string, Target>): Promise<void> {
  const measured = await measureInTurns(Object.values(targets));
  console.log(`\n${title}`);
  for (const [nth, name] of Object.keys(targets).entries()) {
    const one = measured[nth];
    if (one) report(name, one);
  }
}

await build();
const little = await open(small);
await reportCosts(little, small);
await little.close();

const bench = await open(large);
await reportCosts(bench, large);
await reportLaterPages(bench, 200);

const ceilings = await startCeilings();
const bareFeed = await startBareFeed(bench.state, tokenOf(200));
const page = { path: "/feed", cookie: cookieOf(200) };
const firstView = { ...page, path: `/api/feed?limit=${FEED_DOCUMENT_POSTS}` };
const bareReact = await startBareReact(await shoot(bench.origin, firstView));
for (const [width, load] of [
  [1, READS],
  [32, CROWD],
] as const) {
  const pages = { ...load, count: PAGES };
  const targets: Record<string, Target> = {
    "ceiling: hello": { ...load, origin: ceilings.origin, shot: () => ({ path: "/hello" }) },
    "ceiling: select": { ...load, origin: ceilings.origin, shot: () => ({ path: "/select" }) },
    "ceiling: the feed's statements": { ...load, origin: bareFeed.origin, shot: () => ({ path: "/" }) },
  };
  for (const count of readers) {
    const shot = () => ({ path: "/api/feed", cookie: cookieOf(count) });
    targets[`/api/feed, ${count} connections`] = { ...load, origin: bench.origin, shot };
    const warm = () => ({ path: "/api/feed", cookie: hubCookieOf(count) });
    targets[`/api/feed, warm, ${count} connections`] = { ...load, origin: bench.origin, shot: warm };
  }
  targets["ceiling: React"] = { ...pages, origin: bareReact.origin, shot: () => ({ path: "/react" }) };
  targets["/feed (document), 200 connections"] = { ...pages, origin: bench.origin, shot: () => page };
  const warmPage = { ...page, cookie: hubCookieOf(200) };
  targets["/feed (document), warm, 200 connections"] = {
    ...pages,
    origin: bench.origin,
    shot: () => warmPage,
  };
  await reportInTurns(`Reads, ${width} at a time`, targets);
}
await bareReact.close();
await bareFeed.close();
for (const count of readers) await benchWrites(bench, ceilings.origin, count);
await ceilings.close();
await bench.close();
