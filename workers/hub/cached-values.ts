import type { CachedReadName } from "~/db/viewer-query";
import { type SessionRow, sessionRow } from "~/domain/accounts/find-session";
import { logError } from "~/platform/log";
import { type Topic, topics } from "~/platform/realtime";
import { type CachedCallName, cachedCalls } from "../api/cached-calls";
import type { FinishedReply } from "../api/finished-reply";
import { cachedReads } from "./cached-reads";
import type { Sockets } from "./sockets";
import type { HubSubscription } from "./subscription";

/** A value is read again after this time: an isolate may have died before it published a change. */
export const CACHE_TTL_MS = 5 * 60_000;
/** Characters that a hub caches. Beyond them it evicts everything. */
export const CACHE_MAX_CHARACTERS = 500_000;
/** Sessions that a hub caches. */
const SESSIONS_MAX = 50;
/**
 * The values that stay with the open sockets while the hub hibernates. A browser polls as seldom as an idle hub
 * hibernates, every ten seconds, so without them most polls would query the database.
 */
export const KEPT: readonly CachedReadName[] = ["unread-messages", "unread-notifications"];
/** Characters kept, at most two bytes each: an attachment has 16 KB. */
export const KEPT_MAX_CHARACTERS = 4000;
/** A frame that has not waited in a queue arrives within this time after its count was read. */
const FRAME_FLIGHT_MS = 5000;

/** The rows of a read, as JSON. */
export interface CachedValue {
  text: string;
  /** The state of the database that they show. */
  bookmark: string | null;
  /** When they were read, in milliseconds since 1970. */
  builtAt: number;
  /** The time from which they are wrong without a change, in milliseconds since 1970; absent without one. */
  until?: number;
}

export interface CachedSession extends CachedValue {
  row: SessionRow;
}

/** A finished reply and what it is made of. */
export interface CachedCallReply {
  reply: FinishedReply;
  /** The viewer and the rows of each read, as JSON. */
  madeOf: readonly string[];
}

/** The text kept with the sockets; `since` names the subscription. */
interface Kept {
  since: string;
  sessions: CachedValue[];
  values: [CachedReadName, CachedValue][];
}

/** A part of what a hub caches whose changes are counted. */
type Part = Topic | "session";
/** The number of changes of each part. */
export type Changes = Readonly<Record<Part, number>>;

interface Dependencies {
  sockets: Pick<Sockets, "keep" | "kept">;
  subscription: Pick<HubSubscription, "since">;
}

/**
 * The values of a `ReadCache`: sessions, rows of reads and finished replies, in memory, and a few of them with the open
 * sockets, which survive hibernation. Stores nothing without a subscription.
 */
export class CachedValues {
  readonly #values = new Map<CachedReadName, CachedValue>();
  readonly #sessions = new Map<string, CachedSession>();
  /** The last finished reply to each call. */
  readonly #replies = new Map<CachedCallName, CachedCallReply>();
  readonly #changes: Record<Part, number> = {
    posts: 0,
    people: 0,
    notifications: 0,
    messages: 0,
    unread: 0,
    session: 0,
  };
  #clock = 0;

  constructor(private readonly deps: Dependencies) {
    this.#restore();
  }

  /** Returns the number of all changes: a request joins a running read only if nothing has changed since it started. */
  clock(): number {
    return this.#clock;
  }

  /** Returns the number of changes of each part, for `store`. */
  changes(): Changes {
    return { ...this.#changes };
  }

  /**
   * Returns a session that has not expired, unless its row is too old.
   * @param bookmark the member's last write, which a served value includes
   */
  session(sessionId: string, bookmark: string | null, now: number): CachedSession | null {
    const session = this.#sessions.get(sessionId);
    if (!isFresh(session, bookmark, now)) return null;
    if (session.row.expiresAt > new Date(now).toISOString()) return session;
    this.#sessions.delete(sessionId);
    return null;
  }

  /** Returns the rows of a read, unless they are too old. @param bookmark as for `session` */
  rows(name: CachedReadName, bookmark: string | null, now: number): CachedValue | null {
    const value = this.#values.get(name);
    return isFresh(value, bookmark, now) ? value : null;
  }

  /** Returns the last finished reply to a call. */
  reply(call: CachedCallName): CachedCallReply | undefined {
    return this.#replies.get(call);
  }

  /** Stores a finished reply to a call, within the limit of characters. */
  storeReply(call: CachedCallName, reply: CachedCallReply): void {
    this.#replies.set(call, reply);
    if (this.#size() > CACHE_MAX_CHARACTERS) this.#replies.clear();
  }

  /**
   * Stores what was read, unless it has changed since or the hub is no longer subscribed.
   * @param changes `changes()` from before the read
   */
  store(
    session: CachedSession | null,
    rows: ReadonlyMap<CachedReadName, CachedValue>,
    changes: Changes,
  ): void {
    const isUnchanged = (parts: readonly Part[]) =>
      parts.every((part) => changes[part] === this.#changes[part]);
    if (this.deps.subscription.since() === undefined) return;
    if (session && isUnchanged(["session"])) {
      if (this.#sessions.size >= SESSIONS_MAX) this.#sessions.clear();
      this.#sessions.set(session.row.sessionId, session);
    }
    for (const [name, value] of rows) {
      if (isUnchanged(cachedReads[name].topics)) this.#values.set(name, value);
    }
    if (this.#size() > CACHE_MAX_CHARACTERS) this.#replies.clear();
    if (this.#size() > CACHE_MAX_CHARACTERS) {
      this.#values.clear();
      this.#sessions.clear();
    }
    this.keep();
  }

  /** Evicts everything. */
  invalidateAll(): void {
    this.invalidate([...topics, "session"]);
  }

  /** Evicts what has changed. */
  invalidate(parts: readonly Part[]): void {
    if (parts.length === 0) return;
    this.#clock += 1;
    for (const part of parts) this.#changes[part] += 1;
    if (parts.includes("session")) this.#sessions.clear();
    for (const name of this.#values.keys()) {
      if (cachedReads[name].topics.some((topic) => parts.includes(topic))) this.#values.delete(name);
    }
    for (const call of this.#replies.keys()) {
      if (parts.includes("session") || cachedCalls[call].reads.some((name) => !this.#values.has(name)))
        this.#replies.delete(call);
    }
    this.keep();
  }

  /**
   * Writes a post's new number of likes into the cached page of the feed. Likes are too frequent to read the feed again
   * for each. A count that may have been read before the feed was evicts the feed instead.
   */
  updateLikes({ postId, count }: { postId: string; count: number }, isLate: boolean): void {
    // A read under way may have begun before the like.
    this.#clock += 1;
    this.#changes.posts += 1;
    const feed = this.#values.get("feed");
    if (!feed?.text.includes(postId)) return;
    if (isLate || Date.now() - feed.builtAt < FRAME_FLIGHT_MS) {
      this.invalidate(["posts"]);
      return;
    }
    // The rows of the feed (`cachedReads`).
    const rows = JSON.parse(feed.text) as { id: string; likeCount: number }[];
    for (const row of rows) if (row.id === postId) row.likeCount = count;
    this.#values.set("feed", { ...feed, text: JSON.stringify(rows) });
  }

  /** Stores sessions and counts with the open sockets. */
  keep(): void {
    const { sockets, subscription } = this.deps;
    const since = subscription.since();
    const values = [...this.#values].filter(([name]) => KEPT.includes(name));
    const sessions = [...this.#sessions.values()].map(({ row: _, ...session }) => session);
    const kept = since === undefined ? null : JSON.stringify({ since, sessions, values } satisfies Kept);
    const isEmpty = sessions.length + values.length === 0;
    sockets.keep(kept === null || isEmpty || kept.length > KEPT_MAX_CHARACTERS ? null : kept);
  }

  /** Restores what the hub has kept before it hibernated. A text that cannot be read is logged, and dropped. */
  #restore(): void {
    const { sockets, subscription } = this.deps;
    const text = sockets.kept();
    if (text === null) return;
    try {
      // Written by `keep`.
      const { since, sessions, values } = JSON.parse(text) as Kept;
      if (since !== subscription.since()) return;
      for (const session of sessions) {
        const row = sessionRow(JSON.parse(session.text));
        this.#sessions.set(row.sessionId, { ...session, row });
      }
      for (const [name, value] of values) this.#values.set(name, value);
    } catch (error) {
      logError(error, { event: "kept values dropped" });
      sockets.keep(null);
    }
  }

  /** Returns the number of cached characters. */
  #size(): number {
    const replies = [...this.#replies.values()].map(({ reply }) => reply);
    const all = [...this.#values.values(), ...this.#sessions.values(), ...replies];
    return all.reduce((sum, { text }) => sum + text.length, 0);
  }
}

/** Returns whether a cached value may be served: it is not older than the member's last write, nor too old. */
function isFresh<T extends CachedValue>(
  value: T | undefined,
  bookmark: string | null,
  now: number,
): value is T {
  // Both ways: the clock may have been set back since.
  if (
    !value ||
    Math.abs(now - value.builtAt) >= CACHE_TTL_MS ||
    now >= (value.until ?? Number.POSITIVE_INFINITY)
  ) {
    return false;
  }
  return bookmark === null || (value.bookmark !== null && value.bookmark >= bookmark);
}
