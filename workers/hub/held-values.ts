import type { HeldName } from "~/db/viewer-query";
import { type SessionRow, sessionRow } from "~/domain/accounts/find-session";
import { logError } from "~/platform/log";
import { type Topic, topics } from "~/platform/realtime";
import type { FinishedReply } from "../api/finished-reply";
import { type HeldCallName, heldCalls } from "../api/held-calls";
import { heldReads } from "./held-reads";
import type { Sockets } from "./sockets";
import type { HubSubscription } from "./subscription";

/** A value is read again after this time: an isolate may have died before it published a change. */
export const HELD_MAX_MS = 5 * 60_000;
/** Characters that a hub holds. Beyond them it drops everything. */
export const HELD_MAX_CHARACTERS = 500_000;
/** Sessions that a hub holds. */
const SESSIONS_MAX = 50;
/**
 * The values that stay with the open sockets while the hub hibernates. A browser polls as seldom as an idle hub
 * hibernates, every ten seconds, so without them most polls would query the database.
 */
export const KEPT: readonly HeldName[] = ["unread-messages", "unread-notifications"];
/** Characters kept, at most two bytes each: an attachment has 16 KB. */
export const KEPT_MAX_CHARACTERS = 4000;
/** A frame that has not waited in a queue arrives within this time after its count was read. */
const FRAME_FLIGHT_MS = 5000;

/** The rows of a read, as JSON. */
export interface Held {
  text: string;
  /** The state of the database that they show. */
  bookmark: string | null;
  /** When they were read, in milliseconds since 1970. */
  builtAt: number;
  /** The time from which they are wrong without a change, in milliseconds since 1970; absent without one. */
  until?: number;
}

export interface HeldSession extends Held {
  row: SessionRow;
}

/** A finished reply and what it is made of. */
export interface HeldReply {
  reply: FinishedReply;
  /** The viewer and the rows of each read, as JSON. */
  madeOf: readonly string[];
}

/** The text kept with the sockets. */
interface Kept {
  /** The subscription. */
  since: string;
  sessions: Held[];
  values: [HeldName, Held][];
}

/** A part of what a hub holds whose changes are counted. */
type Part = Topic | "session";
/** The number of changes of each part. */
export type Changes = Readonly<Record<Part, number>>;

interface Dependencies {
  sockets: Pick<Sockets, "keep" | "kept">;
  subscription: Pick<HubSubscription, "since">;
}

/**
 * Sessions, rows of reads and finished replies: in memory, and a few of them with the open sockets, which survive
 * hibernation. Holds nothing without a subscription.
 */
export class HeldValues {
  readonly #values = new Map<HeldName, Held>();
  readonly #sessions = new Map<string, HeldSession>();
  /** The last finished reply to each call. */
  readonly #replies = new Map<HeldCallName, HeldReply>();
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

  /** Returns the number of changes of each part, for `hold`. */
  changes(): Changes {
    return { ...this.#changes };
  }

  /**
   * Returns a session that has not expired, unless its row is too old.
   * @param bookmark the member's last write, which a served value includes
   */
  session(sessionId: string, bookmark: string | null, now: number): HeldSession | null {
    const session = this.#sessions.get(sessionId);
    if (!isFresh(session, bookmark, now)) return null;
    if (session.row.expiresAt > new Date(now).toISOString()) return session;
    this.#sessions.delete(sessionId);
    return null;
  }

  /** Returns the rows of a read, unless they are too old. @param bookmark as for `session` */
  rows(name: HeldName, bookmark: string | null, now: number): Held | null {
    const value = this.#values.get(name);
    return isFresh(value, bookmark, now) ? value : null;
  }

  /** Returns the last finished reply to a call. */
  reply(call: HeldCallName): HeldReply | undefined {
    return this.#replies.get(call);
  }

  /** Holds a finished reply to a call, within the limit of characters. */
  holdReply(call: HeldCallName, reply: HeldReply): void {
    this.#replies.set(call, reply);
    if (this.#size() > HELD_MAX_CHARACTERS) this.#replies.clear();
  }

  /**
   * Holds what was read, unless it has changed since or the hub is no longer subscribed.
   * @param changes `changes()` from before the read
   */
  hold(session: HeldSession | null, rows: ReadonlyMap<HeldName, Held>, changes: Changes): void {
    const isUnchanged = (parts: readonly Part[]) =>
      parts.every((part) => changes[part] === this.#changes[part]);
    if (this.deps.subscription.since() === undefined) return;
    if (session && isUnchanged(["session"])) {
      if (this.#sessions.size >= SESSIONS_MAX) this.#sessions.clear();
      this.#sessions.set(session.row.sessionId, session);
    }
    for (const [name, value] of rows) {
      if (isUnchanged(heldReads[name].topics)) this.#values.set(name, value);
    }
    if (this.#size() > HELD_MAX_CHARACTERS) this.#replies.clear();
    if (this.#size() > HELD_MAX_CHARACTERS) {
      this.#values.clear();
      this.#sessions.clear();
    }
    this.keep();
  }

  /** Drops everything. */
  dropAll(): void {
    this.drop([...topics, "session"]);
  }

  /** Drops what has changed. */
  drop(parts: readonly Part[]): void {
    if (parts.length === 0) return;
    this.#clock += 1;
    for (const part of parts) this.#changes[part] += 1;
    if (parts.includes("session")) this.#sessions.clear();
    for (const name of this.#values.keys()) {
      if (heldReads[name].topics.some((topic) => parts.includes(topic))) this.#values.delete(name);
    }
    for (const call of this.#replies.keys()) {
      if (parts.includes("session") || heldCalls[call].reads.some((name) => !this.#values.has(name)))
        this.#replies.delete(call);
    }
    this.keep();
  }

  /**
   * Writes a post's new number of likes into the held page of the feed. Likes are too frequent to read the feed again
   * for each. A count that may have been read before the feed was drops the feed instead.
   */
  updateLikes({ postId, count }: { postId: string; count: number }, isLate: boolean): void {
    // A read under way may have begun before the like.
    this.#clock += 1;
    this.#changes.posts += 1;
    const feed = this.#values.get("feed");
    if (!feed?.text.includes(postId)) return;
    if (isLate || Date.now() - feed.builtAt < FRAME_FLIGHT_MS) {
      this.drop(["posts"]);
      return;
    }
    // The rows of the feed (`heldReads`).
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

  /** Returns the number of characters held. */
  #size(): number {
    const replies = [...this.#replies.values()].map(({ reply }) => reply);
    const all = [...this.#values.values(), ...this.#sessions.values(), ...replies];
    return all.reduce((sum, { text }) => sum + text.length, 0);
  }
}

/** Returns whether a held value may be served: it is not older than the member's last write, nor too old. */
function isFresh<T extends Held>(value: T | undefined, bookmark: string | null, now: number): value is T {
  // Both ways: the clock may have been set back since.
  if (
    !value ||
    Math.abs(now - value.builtAt) >= HELD_MAX_MS ||
    now >= (value.until ?? Number.POSITIVE_INFINITY)
  ) {
    return false;
  }
  return bookmark === null || (value.bookmark !== null && value.bookmark >= bookmark);
}
