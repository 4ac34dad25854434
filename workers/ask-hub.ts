import { calls } from "~/contract/calls";
import type { CachedReadName, PreloadedRead } from "~/db/viewer-query";
import { sessionRow, viewerOf } from "~/domain/accounts/find-session";
import { tokenId } from "~/domain/accounts/session-token";
import type { Ctx, Viewer } from "~/domain/context";
import type { SessionClaim } from "~/platform/cookies";
import { elapsedMs } from "~/platform/elapsed";
import { logError } from "~/platform/log";
import type { Edge } from "./context";
import { isRead, readBookmark } from "./d1-session";
import { KEPT } from "./hub/cached-values";
import { callHub, type Hub, type Hubs } from "./hub/call-hub";
import type { CacheReply } from "./hub/read-cache";
import { ownHubHint } from "./location-hint";

/**
 * The edge goes on without the hub's answer after `limitMs`, in milliseconds. After `aloneMs`, in which a warm hub of
 * the region answers, it also asks the database, unless the hub is awake. Tests set other ones.
 */
export const hubAnswer = { limitMs: 1000, aloneMs: 15 };

/** Times (`elapsedMs`) of hubs' last answers, by member. These hubs exist and need no location hint, which is slow. */
const answered = new Map<string, number>();
const ANSWERED_MAX = 10_000;
/** A hub keeps its memory for at least this time after a call. */
const AWAKE_MS = 10_000;

type Found = Pick<Ctx, "viewer" | "preloaded">;

/**
 * Returns what `findSession` returns, from the hub of the cookie's member (docs/decisions/0072-the-hub-answers.md), or
 * from the database (docs/decisions/0137-no-read-waits-for-a-cold-hub.md). The viewer is null unless the session is a
 * live one of that member.
 * @param fromDatabase asks the database: for a write, an old cookie, a read that hubs do not cache, or a hub that
 *   fails, does not answer in time, or may have to start
 */
export async function askHub(
  hubs: Hubs,
  request: Request,
  edge: Edge,
  { token, memberId }: SessionClaim,
  fromDatabase: () => Promise<Found>,
): Promise<Found> {
  const names = edge.firstReads
    .map(({ cachedAs }) => cachedAs)
    .filter((name): name is CachedReadName => name !== null);
  if (memberId === null || !isRead(request) || names.length < edge.firstReads.length) return fromDatabase();
  const asked = {
    memberId,
    sessionId: tokenId(token),
    reads: names,
    call: edge.cachedCall,
    bookmark: readBookmark(edge.cookies, edge.secure, ["write"]),
  };
  const answer = orNull(async () => ({
    reply: await askOwn(hubs, request, memberId, async (hub) => hub.open(asked)),
  }));
  const take = ({ reply }: Answer) =>
    orNull(async () => {
      if (reply === null) return { viewer: null };
      return reply === "busy" ? null : found(edge, memberId, reply);
    });
  const first = await (waitsForHub(memberId, names) ? answer : ofFirst(answer, fromDatabase, edge.ctx.defer));
  if (first === null) return fromDatabase();
  if (!("reply" in first)) return first;
  return (await take(first)) ?? fromDatabase();
}

interface Answer {
  reply: CacheReply | null | "busy";
}

/** Returns whether the hub alone is asked: it is awake, or has these reads cached also while it hibernates. */
function waitsForHub(memberId: string, reads: readonly CachedReadName[]): boolean {
  const at = answered.get(memberId);
  const isAwake = at !== undefined && elapsedMs() - at < AWAKE_MS;
  return isAwake || (reads.length > 0 && reads.every((name) => KEPT.includes(name)));
}

/**
 * Returns the hub's answer if it comes at once; else the first answer of the hub or the database. The hub goes on,
 * and caches what it reads.
 * @returns null when the hub has none
 */
async function ofFirst(
  answer: Promise<Answer | null>,
  fromDatabase: () => Promise<Found>,
  defer: (work: Promise<unknown>) => void,
): Promise<Answer | Found | null> {
  const first = await within(answer, hubAnswer.aloneMs);
  if (first !== LATE) return first;
  defer(answer);
  const read = fromDatabase();
  const fromHub = answer.then<Answer | Found>((one) => one ?? read);
  // The hub may answer when the database fails.
  return Promise.any([read, fromHub]).catch(() => read);
}

/**
 * Returns the viewer of a session that the hub of the member whom the cookie names has cached.
 * @returns null when the database has to be asked: without the session in the hub, on failure or timeout
 */
export async function askHubForSession(
  hubs: Hubs,
  request: Request,
  { token, memberId }: SessionClaim,
): Promise<Found | null> {
  if (memberId === null) return null;
  return orNull(async () => {
    const session = await askOwn(hubs, request, memberId, async (hub) => hub.session(tokenId(token)));
    return session === null ? null : { viewer: viewerIn(session, memberId) };
  });
}

/** Calls the hub of the member whom the request's cookie names. @throws when it does not answer in time */
async function askOwn<T>(
  hubs: Hubs,
  request: Request,
  memberId: string,
  call: (hub: Hub) => Promise<T>,
): Promise<T> {
  const hint = answered.has(memberId) ? undefined : ownHubHint(request);
  const reply = await inTime(callHub(hubs, memberId, call, hint));
  if (answered.size >= ANSWERED_MAX) answered.clear();
  answered.set(memberId, elapsedMs());
  return reply;
}

/** Returns what a hub has answered; null, and a line in the log, when it has not. */
async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    logError(error, { event: "hub did not answer" });
    return null;
  }
}

/** @throws when the session is of another member */
function viewerIn(session: string, memberId: string): Viewer {
  const viewer = viewerOf(sessionRow(JSON.parse(session)));
  if (viewer.id !== memberId) throw new Error("The hub has answered for another member.");
  return viewer;
}

/** Resolves when all work has ended, well or not, or after `hubAnswer.limitMs`. */
export async function settled(work: Promise<unknown>[]): Promise<void> {
  await inTime(Promise.allSettled(work)).catch((error: unknown) => logError(error));
}

/**
 * @returns null when a read is not among the cached rows
 * @throws for an answer that is no session of this member with the reply to their call, or rows for each read
 */
function found(
  edge: Edge,
  memberId: string,
  { session, reply, rows, bookmark, cost }: CacheReply,
): Found | null {
  const viewer = viewerIn(session, memberId);
  const { cachedCall } = edge;
  if (reply && cachedCall) edge.cachedReply = { call: calls[cachedCall], reply };
  const reads = edge.cachedReply ? [] : edge.firstReads;
  const preloaded = reads.flatMap((read, index) => {
    const cached = rowsIn(rows[index]);
    const own = read.fromCached ? read.fromCached(cached) : cached;
    return own ? [{ read, rows: own }] : [];
  });
  edge.hubBookmark = bookmark;
  if (cost) {
    for (const key of ["statements", "trips", "rowsRead", "rowsWritten"] as const)
      edge.cost[key] += cost[key];
  }
  return preloaded.length === reads.length ? { viewer, preloaded } : null;
}

function rowsIn(text: string | undefined): PreloadedRead["rows"] {
  const rows: unknown = JSON.parse(text ?? "");
  if (!Array.isArray(rows)) throw new Error("The hub has answered without rows.");
  return rows;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const result = await within(work, hubAnswer.limitMs);
  if (result === LATE) throw new Error("The hub has not answered in time.");
  return result;
}

const LATE = Symbol("late");

/** Returns what the work returns; `LATE` when it takes longer than `ms`. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
