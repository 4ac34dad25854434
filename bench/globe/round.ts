import { FRESH_COOKIE } from "~/contract/limits";
import { sleep } from "~/contract/time";
import type { BuildUnderTest } from "./build-under-test";
import type { Pair } from "./dataset";
import { REPORT_PATH, type Report } from "./distant-worker";
import type { Arrival, Member } from "./member";
import { crosses, LAST_MILE, type Region, roundTrip } from "./places";

/** The rows of the table, in order. */
export const rows = [
  "/feed, first byte, cold",
  "/feed, first byte, warm",
  "/api/feed, all data, cold",
  "/api/feed, all data, warm",
  "/api/feed, all data, after a frame",
  "a like, its reply",
  "a like, received in the same city",
  "a like, received on another continent",
  "a message, stored and acknowledged",
  "a message, received in the same city",
  "a message, received on another continent",
] as const;
export type Row = (typeof rows)[number];

export interface Sample {
  ms: number;
  /** The number of times that data entered or left the database's continent before the reader had theirs. */
  crossings: number;
}

/** Takes the sample of one row and one city. */
export type Take = (row: Row, pair: Pair, sample: Sample) => void;

/** Warm requests before the one that counts: the first builds what the Worker and the hub keep. */
const WARM_UPS = 2;
/** Interval at which the calls under way are polled. */
const QUIET_MS = 100;

/**
 * Measures every row once. The Worker delays its own calls; the way between the reader and the data centre, and that of
 * frames between data centre and hub, is added here. Every request has an open connection.
 */
export async function measureRound(
  { members, start }: BuildUnderTest,
  nth: number,
  database: Region,
  take: Take,
): Promise<Record<string, Region>> {
  const { origin, close } = await start();
  const { pairs, stranger } = members;
  const everybody = [stranger, ...pairs.flatMap(({ one, other }) => [one, other])];
  try {
    for (let at = 0; at < WARM_UPS; at++) {
      for (const path of ["/feed", "/api/feed"]) {
        await stranger.send(origin, "GET", path, undefined, `warm-up ${at}`);
      }
    }
    // All cold reads before everything else, so that every hub is opened by its own member first.
    for (const pair of pairs) {
      for (const member of [pair.one, pair.other]) member.forgetBookmarks();
      take("/feed, first byte, cold", pair, await readFeed(origin, pair.one, "/feed", "cold page"));
      take("/api/feed, all data, cold", pair, await readFeed(origin, pair.other, "/api/feed", "cold call"));
    }
    for (const member of everybody) await member.open(origin);
    await quiet(origin);
    for (const pair of pairs) {
      for (const [path, row] of [
        ["/feed", "/feed, first byte, warm"],
        ["/api/feed", "/api/feed, all data, warm"],
      ] as const) {
        for (let at = 0; at < WARM_UPS; at++) await readFeed(origin, pair.one, path, `warm-up ${at} ${path}`);
        await quiet(origin);
        take(row, pair, await readFeed(origin, pair.one, path, `warm ${path}`));
      }
    }
    for (const pair of pairs) {
      // The page sets this cookie for ten seconds when it receives a frame.
      pair.one.cookies.set(FRESH_COOKIE, "1");
      const sample = await readFeed(origin, pair.one, "/api/feed", "after a frame");
      pair.one.cookies.delete(FRESH_COOKIE);
      take("/api/feed, all data, after a frame", pair, sample);
    }
    const context = { origin, database, take };
    for (const [at, pair] of pairs.entries()) {
      const afar = pairs[(at + 1) % pairs.length]?.one;
      if (!afar) throw new Error("There are no members.");
      await measureLike(context, pair, afar, nth);
      await measureMessage(context, pair, pair.other, "a message, received in the same city", true);
      await measureMessage(context, pair, afar, "a message, received on another continent", false);
    }
    return (await report(origin)).hubs;
  } finally {
    for (const member of everybody) member.close();
    await close();
  }
}

interface Context {
  origin: string;
  database: Region;
  take: Take;
}

async function readFeed(origin: string, member: Member, path: string, name: string): Promise<Sample> {
  const trace = `${name} ${member.name}`;
  const reply = await member.send(origin, "GET", path, undefined, trace);
  const ms = LAST_MILE + (path === "/feed" ? reply.firstByte : reply.lastByte);
  return { ms, crossings: crossingsOfReply(await report(origin), trace, member) };
}

async function measureLike({ origin, database, take }: Context, pair: Pair, afar: Member, nth: number) {
  const { one, other, postIds } = pair;
  const postId = postIds[nth];
  if (!postId) throw new Error("Each round likes another post.");
  const trace = `like ${postId}`;
  const received = Promise.all([other, afar].map((listener) => listener.receive("like_update", postId)));
  const started = performance.now();
  const reply = await one.send(origin, "POST", `/api/posts/${postId}/like`, undefined, trace);
  const [near, far] = await received;
  await quiet(origin);
  const done = await report(origin);
  take("a like, its reply", pair, {
    ms: LAST_MILE + reply.lastByte,
    crossings: crossingsOfReply(done, trace, one),
  });
  for (const [listener, arrival, row] of [
    [other, near, "a like, received in the same city"],
    [afar, far, "a like, received on another continent"],
  ] as const) {
    if (!arrival) throw new Error("The like was not received.");
    const way = wayOfFrame(listener, done, database);
    take(row, pair, {
      ms: LAST_MILE / 2 + arrival.at - started + way.ms,
      crossings: crossingsUntil(done, trace, arrival, [other.id, listener.id]) + way.crossings,
    });
  }
}

async function measureMessage(
  { origin, database, take }: Context,
  pair: Pair,
  to: Member,
  row: Row,
  isNear: boolean,
): Promise<void> {
  const { one } = pair;
  const trace = `message ${crypto.randomUUID()}`;
  const acknowledged = one.receive("message", trace);
  const received = to.receive("message", `"receiverId":"${to.id}"`);
  const started = performance.now();
  one.write("message", { receiverId: to.id, content: "Good evening", clientId: trace });
  const [acknowledgement, arrival] = await Promise.all([acknowledged, received]);
  await quiet(origin);
  const done = await report(origin);
  const out = wayOfFrame(one, done, database);
  const measure = (listener: Member, when: Arrival): Sample => {
    const back = wayOfFrame(listener, done, database);
    const calls = crossingsUntil(done, trace, when, [one.id, listener.id]);
    return {
      ms: out.ms + when.at - started + back.ms,
      crossings: out.crossings + calls + back.crossings,
    };
  };
  if (isNear) take("a message, stored and acknowledged", pair, measure(one, acknowledgement));
  take(row, pair, measure(to, arrival));
}

/** Returns the way of a frame, in either direction, between a member and their hub. */
function wayOfFrame({ id, place }: Member, { hubs }: Report, database: Region): Sample {
  const hub = hubs[id];
  if (!hub) throw new Error(`The member ${id} has no hub.`);
  const ms = (LAST_MILE + roundTrip(place, hub)) / 2;
  return { ms, crossings: crosses(place, hub, database) ? 1 : 0 };
}

/**
 * Counts the calls of the Worker and of the member's own hub that had ended when the reply began. Deferred work and
 * another hub's fan-out are not on the reader's path.
 */
function crossingsOfReply({ calls, replies }: Report, trace: string, { id }: Member): number {
  const until = replies[trace];
  if (until === undefined) throw new Error(`There was no reply to ${trace}.`);
  const ended = calls.filter((call) => call.trace === trace && (call.endedAt ?? Infinity) <= until);
  return ended.filter((call) => call.crosses && ["edge", id].includes(call.from)).length;
}

/**
 * Counts the calls that led to a frame: arrived ones between the Worker and these hubs, and database calls of these
 * hubs before them.
 */
function crossingsUntil({ calls, hubs }: Report, trace: string, { date }: Arrival, path: string[]): number {
  const isOnPath = (name: string) => hubs[name] === undefined || path.includes(name);
  const before = calls.filter(({ to, reachedAt, endedAt }) => {
    const at = hubs[to] === undefined ? endedAt : reachedAt;
    return at !== null && at <= date;
  });
  return before.filter(
    (call) => call.trace === trace && call.crosses && isOnPath(call.from) && isOnPath(call.to),
  ).length;
}

async function report(origin: string): Promise<Report> {
  const reply = await fetch(origin + REPORT_PATH);
  // The reply of distant-worker.ts.
  return (await reply.json()) as Report;
}

/** Resolves when no call is under way, and none has begun for a moment. */
async function quiet(origin: string): Promise<void> {
  for (let before = -1; ; ) {
    const { calls } = await report(origin);
    const isDone = calls.every(({ endedAt }) => endedAt !== null);
    if (isDone && calls.length === before) return;
    before = isDone ? calls.length : -1;
    await sleep(QUIET_MS);
  }
}
