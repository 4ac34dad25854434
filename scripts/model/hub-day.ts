import { UNREAD_POLL_MS } from "~/contract/limits";
import type { CachedReadName } from "~/db/viewer-query";
import type { Topic } from "~/platform/realtime";
import { cachedReads } from "../../workers/hub/cached-reads";
import { CACHE_TTL_MS } from "../../workers/hub/cached-values";
import { frameTopics } from "../../workers/hub/frame-facts";
import { SUBSCRIBED_MS } from "../../workers/hub/subscription";
import type { Habits } from "./habits";

/**
 * The storage of the rows that a hub has read. `memory` is lost when the hub hibernates. With `sockets`, small values
 * are also in the attachments of its open sockets, which survive hibernation.
 */
export type Keeping = "nowhere" | "memory" | "sockets";

/** The cost of reads through the hub on one active member's day, on average. */
export interface HubDay {
  /** Statements for a request, by its name, the session's included; the mean of its calls. */
  statements: Map<string, number>;
  /** Share of the calls of a request that make a statement, which are those that read rows. */
  cold: Map<string, number>;
  /** Times a hub subscribes. */
  subscriptions: number;
  /** Events of others that reach the subscribed hub. */
  events: number;
}

const DAYS = 500;
const DAY = 86_400;
/** Seconds after the last event: an object with idle sockets hibernates, one without sockets is evicted. */
const HIBERNATES = 10;
const EVICTED = 70;
export const POLL_SECONDS = UNREAD_POLL_MS / 1000;
const SOCKET_CHECK = 55;
/** A like invalidates a feed that was read in the last seconds, and is written into an older one. */
const LIKE_INVALIDATES = 5;
/** The topics of a message that the member sends, and of a read mark of another (`topicsOf`). */
const CHATS: readonly Topic[] = ["messages"];
/** Names of cached values that are small enough to be kept with a socket, besides the session. */
const SMALL: readonly string[] = ["session", "unread-messages", "unread-notifications"];

const READS: Record<string, CachedReadName> = {
  "/feed": "feed",
  "GET /api/connections/stories": "connections",
  "GET /api/notifications/groups": "notifications",
  "GET /api/notifications/unread": "unread-notifications",
  "GET /api/chat/connections": "chats",
  "GET /api/chat/unread": "unread-messages",
  "GET /api/feed": "feed",
};
/**
 * Requests of a page just loaded, once a visit, with the seconds after its document within which they are made. Of the
 * feed it is the rest of the first page, as soon as the reader scrolls. Other requests are made at any time.
 */
const OF_A_PAGE: Record<string, [from: number, to: number]> = {
  "/feed": [0, 0],
  "GET /api/connections/stories": [1, 1],
  "GET /api/notifications/unread": [1, 1],
  "GET /api/feed": [3, 30],
};
/** Share of the other feed calls that read the newest posts. The others read later pages, which hubs do not cache. */
const FIRST_PAGES = 0.4;

type Event = { at: number } & (
  | { type: "read"; name: string; cachedAs: CachedReadName | null }
  | { type: "invalidate"; topics: readonly Topic[] | "all"; isOwn: boolean }
  | { type: "like" | "wake" | "open" | "close" }
);

/** Returns numbers in [0, 1) that are the same in every run (Mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the mean costs of many simulated days. */
export function hubDay(habits: Habits, keeping: Keeping): HubDay {
  const random = numbers(1);
  const calls = new Map<string, number>();
  const statements = new Map<string, number>();
  const cold = new Map<string, number>();
  let subscriptions = 0;
  let events = 0;
  const add = (to: Map<string, number>, name: string, value: number) =>
    to.set(name, (to.get(name) ?? 0) + value);
  for (let day = 0; day < DAYS; day++) {
    const hub = new SimulatedHub(keeping);
    for (const event of eventsOf(habits, random)) {
      const made = hub.receive(event);
      if (event.type === "read") {
        add(calls, event.name, 1);
        add(statements, event.name, made);
        add(cold, event.name, made > 0 ? 1 : 0);
      }
    }
    subscriptions += hub.subscriptions;
    events += hub.events;
  }
  const means = (sums: Map<string, number>) =>
    new Map([...sums].map(([name, sum]) => [name, sum / (calls.get(name) ?? 1)]));
  return {
    statements: means(statements),
    cold: means(cold),
    subscriptions: subscriptions / DAYS,
    events: events / DAYS,
  };
}

/** A hub as workers/hub/read-cache.ts describes it, without the values. */
class SimulatedHub {
  subscriptions = 0;
  events = 0;
  /** When each cached value was read. */
  readonly #cached = new Map<string, number>();
  #subscribedUntil = 0;
  #awakeUntil = 0;
  #hasSocket = false;

  constructor(private readonly keeping: Keeping) {}

  /** @returns the statements that a read makes */
  receive(event: Event): number {
    const { at } = event;
    const isSubscribed = this.#hasSocket || at < this.#subscribedUntil;
    if (!isSubscribed) this.#cached.clear();
    const isOthers = event.type === "like" || (event.type === "invalidate" && !event.isOwn);
    if (isOthers && !isSubscribed) return 0;
    if (isOthers) this.events += 1;
    if (at >= this.#awakeUntil) this.#sleep();
    if (event.type === "open") this.#hasSocket = true;
    if (event.type === "close") this.#hasSocket = false;
    this.#awakeUntil = at + (this.#hasSocket ? HIBERNATES : EVICTED);
    if (event.type === "close")
      this.#subscribedUntil = Math.max(this.#subscribedUntil, at + SUBSCRIBED_MS / 1000);
    if (event.type === "invalidate") this.#invalidate(event.topics);
    const isFeedNew = at - (this.#cached.get("feed") ?? -Infinity) < LIKE_INVALIDATES;
    if (event.type === "like" && isFeedNew) this.#invalidate(["posts"]);
    return event.type === "read" ? this.#read(at, event.cachedAs) : 0;
  }

  #read(at: number, name: CachedReadName | null): number {
    // A read that hubs do not cache goes to the database, with its session.
    if (name === null || this.keeping === "nowhere") return 2;
    const missing = ["session", name].filter(
      (one) => at - (this.#cached.get(one) ?? -Infinity) >= CACHE_TTL_MS / 1000,
    );
    for (const one of missing) this.#cached.set(one, at);
    const subscribes = !this.#hasSocket && at >= this.#subscribedUntil;
    if (subscribes) this.subscriptions += 1;
    this.#subscribedUntil = at + SUBSCRIBED_MS / 1000;
    return missing.length + (subscribes ? 1 : 0);
  }

  #sleep(): void {
    for (const name of this.#cached.keys()) {
      if (!(this.#hasSocket && this.keeping === "sockets" && SMALL.includes(name))) this.#cached.delete(name);
    }
  }

  #invalidate(topics: readonly Topic[] | "all"): void {
    for (const name of this.#cached.keys()) {
      const own: readonly Topic[] = name === "session" ? [] : cachedReads[name as CachedReadName].topics;
      if (topics === "all" || own.some((topic) => topics.includes(topic))) this.#cached.delete(name);
    }
  }
}

/** Returns what happens to a hub on one day, in order. */
function eventsOf(habits: Habits, random: () => number): Event[] {
  const { visits, requests } = habits;
  if (visits === 0) return [];
  const visible = (habits.minutesVisible * 60) / visits;
  const open = (habits.minutesOpen * 60) / visits;
  const times = (mean: number) => Math.floor(mean) + (random() < mean % 1 ? 1 : 0);
  const starts = Array.from({ length: visits }, (_, n) => ((n + random() * 0.5) * DAY) / visits);
  const anyTime = () => (starts[Math.floor(random() * starts.length)] ?? 0) + 2 + random() * (visible - 2);
  const events: Event[] = [];
  const read = (at: number, name: string, cachedAs = READS[name] ?? null) =>
    events.push({ at, type: "read", name, cachedAs });
  for (const start of starts) {
    for (const [name, [from, to]] of Object.entries(OF_A_PAGE))
      if (requests[name]) read(start + from + random() * (to - from), name);
    events.push({ at: start + 1, type: "open" }, { at: start + open, type: "close" });
    for (let at = 1; at < visible; at += POLL_SECONDS) read(start + at, "GET /api/chat/unread");
    for (let at = SOCKET_CHECK; at < open; at += SOCKET_CHECK) events.push({ at: start + at, type: "wake" });
    for (const [topicsOf, daily] of eventsADay(habits)) {
      const rate = (daily * habits.peak) / DAY;
      for (let at = start - Math.log(1 - random()) / rate; at < start + open + SUBSCRIBED_MS / 1000; ) {
        events.push(
          topicsOf === "like"
            ? { at, type: "like" }
            : { at, type: "invalidate", topics: topicsOf, isOwn: false },
        );
        at -= Math.log(1 - random()) / rate;
      }
    }
  }
  for (const [name, mean] of Object.entries(requests)) {
    const count = times(Math.max(0, name in OF_A_PAGE ? mean - visits : mean));
    for (let n = 0; n < count; n++) {
      const at = anyTime();
      if (name === "GET /api/feed" && random() > FIRST_PAGES) read(at, name, null);
      else if (READS[name]) read(at, name);
      // Chat sends frames, the other writes are requests.
      else if (name.endsWith("/read"))
        events.push({ at, type: "invalidate", topics: frameTopics.read, isOwn: true });
      else if (name.startsWith("POST /api/chat/"))
        events.push({ at, type: "invalidate", topics: CHATS, isOwn: true });
      else if (name.startsWith("POST")) events.push({ at, type: "invalidate", topics: "all", isOwn: true });
    }
  }
  return events.sort((a, b) => a.at - b.at);
}

/** Returns the topics and the number of events that reach a member in a day. Each member is as active as this one. */
function eventsADay({ connections, dailyShare, requests }: Habits): [readonly Topic[] | "like", number][] {
  const active = connections * dailyShare;
  const times = (name: string) => requests[name] ?? 0;
  const likes = times("POST /api/posts/{id}/like");
  const comments = times("POST /api/posts/{id}/comment");
  return [
    ["like", active * likes],
    [frameTopics.comment_update, active * comments],
    [frameTopics.new_post, active * times("POST /api/posts")],
    [frameTopics.notification, likes + comments + times("POST /api/posts/{id}/save")],
    [frameTopics.message, times("POST /api/chat/messages/{userId}")],
    [CHATS, times("POST /api/chat/messages/{userId}/read")],
    [frameTopics.connection_status, 2 * times("POST /api/connections/request/{userId}")],
  ];
}
