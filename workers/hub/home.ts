import type { ServerFrame } from "~/contract/channel";
import { batchRows } from "~/db/batch";
import { type Db, type DbCost, openDb } from "~/db/client";
import type { HeldName } from "~/db/viewer-query";
import {
  type SessionRow,
  sessionRow,
  sessionStatement,
  touchSession,
  viewerOf,
} from "~/domain/accounts/find-session";
import { subscribeMember, subscribeSession, unsubscribe } from "~/domain/presence/hub-subscriptions";
import { logError } from "~/platform/log";
import { type ChangeNotice, type Topic, topics } from "~/platform/realtime";
import type { FinishedReply } from "../api/finished-reply";
import { finishHeld, type HeldCallName, heldCalls } from "../api/held-calls";
import type { AlarmSchedule } from "./alarm-schedule";
import { heldReads, topicsOf } from "./held-reads";
import type { Sockets } from "./sockets";

/** A hub stays subscribed for this time after its last read (docs/decisions/0072-the-hub-answers.md has the costs). */
export const SUBSCRIBED_MS = 5 * 60_000;
/** A value is read again after this time, in case the isolate that changed its rows died before it published the change. */
export const HELD_MAX_MS = 5 * 60_000;
/** Characters that a hub holds. Beyond them it drops everything. */
export const HELD_MAX_CHARACTERS = 500_000;
/** Sessions that a hub holds. */
const SESSIONS_MAX = 50;
/** Reads of the database at once. Beyond them the edge queries the database itself. */
export const BUILDS_MAX = 8;
/**
 * The values that stay with the open sockets while the hub hibernates. A browser polls as seldom as an idle hub hibernates, every ten
 * seconds, so without them most polls would query the database.
 */
const KEPT: readonly HeldName[] = ["unread-messages", "unread-notifications"];
/** Characters kept, at most two bytes each: an attachment has 16 KB. */
const KEPT_MAX_CHARACTERS = 4000;
/** A frame that has not waited in a queue arrives within this time after its count was read. */
const FRAME_FLIGHT_MS = 5000;

const SINCE = "subscribed";

/** A request for the viewer and their rows. */
export interface HomeRequest {
  memberId: string;
  /** The hash of the session's token. */
  sessionId: string;
  reads: readonly HeldName[];
  /** The call whose finished reply replaces the rows of these reads. */
  call?: HeldCallName | null;
  /** The bookmark of the member's last write, as far as the browser knows; an older value is not served. */
  bookmark: string | null;
}

/** The rows as JSON, which an RPC copies faster than objects. */
export interface HomeReply {
  /** A `SessionRow`. */
  session: string;
  /** The reply to the call; null for a request without one. */
  reply: FinishedReply | null;
  /** A list of rows for each read, in their order; none beside a reply. */
  rows: string[];
  /** The newest state of the database that the reply shows. */
  bookmark: string | null;
  /** The database cost that the request caused or waited for. Null when everything was held. */
  cost: DbCost | null;
}

interface Held {
  text: string;
  bookmark: string | null;
  builtAt: number;
}

interface HeldSession extends Held {
  row: SessionRow;
}

/** The text kept with the sockets. */
interface Kept {
  /** The subscription. */
  since: string;
  sessions: Held[];
  values: [HeldName, Held][];
}

/** A finished reply and what it is made of. */
interface HeldReply {
  reply: FinishedReply;
  /** The viewer and the rows of each read, as JSON. */
  madeOf: readonly string[];
}

interface Built {
  session: HeldSession;
  rows: Map<HeldName, Held>;
  cost: DbCost;
}

/** A part of what a hub holds whose changes are counted. */
type Part = Topic | "session";

interface Dependencies {
  storage: DurableObjectStorage;
  d1: D1Database;
  db: Db;
  alarms: AlarmSchedule;
  sockets: Pick<Sockets, "keep" | "kept">;
  /** Returns whether a socket keeps the hub subscribed. */
  isOnline: () => boolean;
  /** Returns the hub's member, if it knows one. */
  member: () => string | undefined;
  setMember: (memberId: string) => void;
  defer: (work: Promise<unknown>) => void;
}

/**
 * Holds a member's sessions and the reads of `heldReads` in memory, and a few with the open sockets, which survive hibernation. They can be rebuilt from the database at any time. A hub holds values only while it is subscribed (`hub_subscriptions`): it then receives every event that changes them.
 */
export class Home {
  readonly #values = new Map<HeldName, Held>();
  readonly #sessions = new Map<string, HeldSession>();
  /** The last finished reply to each call. */
  readonly #replies = new Map<HeldCallName, HeldReply>();
  /** Counts the changes of each part. A read that started before a change is returned, but not held. */
  readonly #changes: Record<Part, number> = {
    posts: 0,
    people: 0,
    notifications: 0,
    messages: 0,
    unread: 0,
    session: 0,
  };
  /** Counts all changes: a request joins a running read only if nothing has changed since it started. */
  #clock = 0;
  readonly #builds = new Map<string, Promise<Built | null>>();
  /** The subscription that is being stored. */
  #subscribing: { since: string; count: number } | null = null;
  #lastReadAt = 0;
  /** The ids in held connections. */
  readonly #connected = new WeakMap<Held, Set<string>>();

  constructor(private readonly deps: Dependencies) {
    this.#restore();
  }

  /**
   * Returns the viewer and their rows: from memory, and the missing ones by one batch at the primary.
   * @returns null unless the session is a live one of this member; "busy" when too many reads are running
   * @throws the database's error
   */
  async open(asked: HomeRequest): Promise<HomeReply | null | "busy"> {
    const now = Date.now();
    const session = this.#freshSession(asked, now);
    const held = new Map<HeldName, Held>();
    for (const name of asked.reads) {
      const value = this.#values.get(name);
      if (isFresh(value, asked, now)) held.set(name, value);
    }
    const missing = asked.reads.filter((name) => !held.has(name));
    if (session && missing.length === 0) {
      this.#lastReadAt = now;
      return this.#reply(asked, session, held, null);
    }
    const key = JSON.stringify([asked.sessionId, missing, asked.bookmark, session !== null, this.#clock]);
    const running = this.#builds.get(key);
    if (!running && this.#builds.size >= BUILDS_MAX) return "busy";
    const built = await (running ?? this.#start(key, asked, missing, session));
    if (!built || built.session.row.expiresAt <= new Date().toISOString()) return null;
    this.#lastReadAt = Date.now();
    return this.#reply(asked, built.session, new Map([...held, ...built.rows]), built.cost);
  }

  /**
   * Returns whether the hub's member is connected with another, which a block ends too. Reads the connections unless they are held.
   * @throws the database's error
   */
  async isConnected(memberId: string, otherId: string): Promise<boolean> {
    const held = this.#values.get("connections");
    const isHeld = isFresh(held, { bookmark: null }, Date.now());
    const connections = isHeld ? held : await this.#readConnections(memberId);
    // The rows of `listConnections`.
    const rows = () => JSON.parse(connections.text) as { id: string }[];
    const ids = this.#connected.get(connections) ?? new Set(rows().map(({ id }) => id));
    this.#connected.set(connections, ids);
    return ids.has(otherId);
  }

  /** Drops or patches what an event changes. Call it before the frame is sent on. */
  receive(frame: ServerFrame | ChangeNotice, isLate = false): void {
    if (frame.type === "changed") this.#drop(frame.payload.topics);
    else if (frame.type === "like_update") this.#updateLikes(frame.payload, isLate);
    else this.#drop(topicsOf(frame, this.deps.member()));
  }

  /** Drops everything: the member has written, or a session has ended. */
  drop(): void {
    this.#drop([...topics, "session"]);
  }

  /** Returns whether the hub is subscribed, or about to be. */
  isSubscribed(): boolean {
    return this.#subscribing !== null || this.deps.storage.kv.get<string>(SINCE) !== undefined;
  }

  /** Subscribes a member's hub for its sockets. @throws the database's error */
  async subscribe(member: string): Promise<void> {
    if (this.deps.storage.kv.get<string>(SINCE) !== undefined) return;
    await this.#withSubscription(async (since) => {
      await batchRows(this.deps.db, [subscribeMember({ member, since })]);
      return true;
    });
  }

  /** Unsubscribes and drops everything, unless the member is online or has read something lately. */
  async leave(memberId: string, now: number): Promise<void> {
    const { storage, alarms, db } = this.deps;
    const since = storage.kv.get<string>(SINCE);
    if (since === undefined) return;
    if (this.deps.isOnline() || now - this.#lastReadAt < SUBSCRIBED_MS) {
      alarms.set("unsubscribe", now + SUBSCRIBED_MS);
      return;
    }
    this.forget();
    await unsubscribe(db, { member: memberId, since });
  }

  /** Drops everything, the subscription included. A row of it that is left is removed by the next hub that sends to it. */
  forget(): void {
    this.drop();
    this.deps.storage.kv.delete(SINCE);
  }

  #freshSession({ sessionId, ...asked }: HomeRequest, now: number): HeldSession | null {
    const session = this.#sessions.get(sessionId);
    if (!isFresh(session, asked, now)) return null;
    if (session.row.expiresAt > new Date(now).toISOString()) {
      this.#touch(session);
      return session;
    }
    this.#sessions.delete(sessionId);
    return null;
  }

  #start(
    key: string,
    asked: HomeRequest,
    missing: readonly HeldName[],
    session: HeldSession | null,
  ): Promise<Built | null> {
    const build = this.#build(asked, missing, session).finally(() => this.#builds.delete(key));
    this.#builds.set(key, build);
    return build;
  }

  async #build(
    { memberId, sessionId }: HomeRequest,
    missing: readonly HeldName[],
    known: HeldSession | null,
  ): Promise<Built | null> {
    const { storage, d1 } = this.deps;
    const changes = { ...this.#changes };
    const builtAt = Date.now();
    const d1Session = d1.withSession("first-primary");
    const { db, cost } = openDb(d1Session);
    const key = { session: sessionId, at: new Date(builtAt).toISOString() };
    const reads = missing.map((name) => heldReads[name].read());
    const statements = [
      ...(known ? [] : [sessionStatement(key)]),
      ...reads.map((read) => (known ? read.forMember(memberId) : read.forSession(key))),
    ];
    let results: Record<string, unknown>[][] = [];
    const read = async (since: string | null) => {
      const subscribe = since === null ? [] : [subscribeSession({ ...key, since, member: memberId })];
      results = (await batchRows(db, [...subscribe, ...statements])).slice(subscribe.length);
      const isTheirs = known !== null || results[0]?.[0]?.id === memberId;
      if (isTheirs) this.deps.setMember(memberId);
      return isTheirs;
    };
    const isTheirs =
      storage.kv.get<string>(SINCE) === undefined ? await this.#withSubscription(read) : await read(null);
    if (!isTheirs) return null;
    const bookmark = d1Session.getBookmark();
    const held = (value: unknown): Held => ({ text: JSON.stringify(value), bookmark, builtAt });
    const [row] = known ? [] : (results.shift() ?? []);
    const session = row ? { ...held(row), row: sessionRow(row) } : known;
    if (!session) return null;
    if (row) this.#touch(session);
    const rows = new Map(missing.map((name, index) => [name, held(results[index] ?? [])]));
    this.#hold(session, rows, changes);
    return { session, rows, cost };
  }

  /**
   * Runs work that stores a subscription and returns whether it did. Works that run at once store the same one.
   * @returns what the work returns
   */
  async #withSubscription(work: (since: string) => Promise<boolean>): Promise<boolean> {
    const { storage, alarms } = this.deps;
    const subscribing = this.#subscribing ?? { since: new Date().toISOString(), count: 0 };
    this.#subscribing = subscribing;
    subscribing.count += 1;
    try {
      const isStored = await work(subscribing.since);
      if (isStored && storage.kv.get<string>(SINCE) === undefined) {
        storage.kv.put(SINCE, subscribing.since);
        alarms.set("unsubscribe", Date.now() + SUBSCRIBED_MS);
      }
      return isStored;
    } finally {
      subscribing.count -= 1;
      if (subscribing.count === 0) this.#subscribing = null;
    }
  }

  async #readConnections(memberId: string): Promise<Held> {
    await this.subscribe(memberId);
    const changes = { ...this.#changes };
    const builtAt = Date.now();
    const [rows] = await batchRows(this.deps.db, [heldReads.connections.read().forMember(memberId)]);
    const connections = { text: JSON.stringify(rows), bookmark: null, builtAt };
    this.#hold(null, new Map([["connections", connections]]), changes);
    return connections;
  }

  /** Holds what was read, unless it has changed since or the hub is no longer subscribed. */
  #hold(session: HeldSession | null, rows: Map<HeldName, Held>, changes: Record<Part, number>): void {
    const isUnchanged = (parts: readonly Part[]) =>
      parts.every((part) => changes[part] === this.#changes[part]);
    if (this.deps.storage.kv.get<string>(SINCE) === undefined) return;
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
    this.#keep();
  }

  /** Restores what an instance of the hub has kept before it hibernated. A text that cannot be read is logged, and dropped. */
  #restore(): void {
    const text = this.deps.sockets.kept();
    if (text === null) return;
    try {
      // Written by `#keep`.
      const { since, sessions, values } = JSON.parse(text) as Kept;
      if (since !== this.deps.storage.kv.get<string>(SINCE)) return;
      for (const session of sessions) {
        const row = sessionRow(JSON.parse(session.text));
        this.#sessions.set(row.sessionId, { ...session, row });
      }
      for (const [name, value] of values) this.#values.set(name, value);
    } catch (error) {
      logError(error, { event: "kept values dropped" });
      this.deps.sockets.keep(null);
    }
  }

  #keep(): void {
    const since = this.deps.storage.kv.get<string>(SINCE);
    const values = [...this.#values].filter(([name]) => KEPT.includes(name));
    const sessions = [...this.#sessions.values()].map(({ row: _, ...session }) => session);
    const kept = since === undefined ? null : JSON.stringify({ since, sessions, values } satisfies Kept);
    const isEmpty = sessions.length + values.length === 0;
    this.deps.sockets.keep(kept === null || isEmpty || kept.length > KEPT_MAX_CHARACTERS ? null : kept);
  }

  /** Returns the number of characters held. */
  #size(): number {
    const replies = [...this.#replies.values()].map(({ reply }) => reply);
    const all = [...this.#values.values(), ...this.#sessions.values(), ...replies];
    return all.reduce((sum, { text }) => sum + text.length, 0);
  }

  async #reply(
    { reads, call }: HomeRequest,
    session: HeldSession,
    held: Map<HeldName, Held>,
    cost: DbCost | null,
  ): Promise<HomeReply> {
    const values = reads.map((name) => held.get(name));
    const bookmarks = [session, ...values].flatMap((value) => value?.bookmark ?? []).sort();
    const rows = values.map((value) => value?.text ?? "[]");
    const reply = call ? await this.#finish(call, session, rows) : null;
    return {
      session: session.text,
      reply,
      rows: reply ? [] : rows,
      bookmark: bookmarks.at(-1) ?? null,
      cost,
    };
  }

  /**
   * Returns the reply to a held call: the last one if the viewer and the rows are still the same.
   * @param rows those of the call's reads
   */
  async #finish(call: HeldCallName, session: HeldSession, rows: readonly string[]): Promise<FinishedReply> {
    const { sessionId: _, ...viewer } = viewerOf(session.row);
    const madeOf = [JSON.stringify(viewer), ...rows];
    const known = this.#replies.get(call);
    if (known?.madeOf.every((text, index) => text === madeOf[index])) return known.reply;
    const preloaded = heldCalls[call].reads.map((name, index) => ({
      read: heldReads[name].read(),
      // Written by `#build`.
      rows: JSON.parse(rows[index] ?? "[]") as Record<string, unknown>[],
    }));
    const reply = await finishHeld(call, viewer, preloaded);
    this.#replies.set(call, { reply, madeOf });
    if (this.#size() > HELD_MAX_CHARACTERS) this.#replies.clear();
    return reply;
  }

  #drop(parts: readonly Part[]): void {
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
    this.#keep();
  }

  /**
   * Writes a post's new number of likes into the held page of the feed. Likes are too frequent to read the feed again for each. A count that may have
   * been read before the feed was drops the feed instead.
   */
  #updateLikes({ postId, count }: { postId: string; count: number }, isLate: boolean): void {
    // A read under way may have begun before the like.
    this.#clock += 1;
    this.#changes.posts += 1;
    const feed = this.#values.get("feed");
    if (!feed?.text.includes(postId)) return;
    if (isLate || Date.now() - feed.builtAt < FRAME_FLIGHT_MS) {
      this.#drop(["posts"]);
      return;
    }
    // Written by `#build`, from the rows of the feed.
    const rows = JSON.parse(feed.text) as { id: string; likeCount: number }[];
    for (const row of rows) if (row.id === postId) row.likeCount = count;
    this.#values.set("feed", { ...feed, text: JSON.stringify(rows) });
  }

  /** Stores the last use of a session, and does not store it again for ten minutes. */
  #touch(session: HeldSession): void {
    const { db, defer } = this.deps;
    const now = () => new Date();
    if (!touchSession({ db, now, defer }, session.row)) return;
    session.row.lastSeenAt = now().toISOString();
    session.text = JSON.stringify(session.row);
    this.#keep();
  }
}

/** Returns whether a held value may be served: it is not older than the member's last write, nor too old. */
function isFresh<T extends Held>(
  value: T | undefined,
  { bookmark }: Pick<HomeRequest, "bookmark">,
  now: number,
): value is T {
  if (!value || now - value.builtAt >= HELD_MAX_MS) return false;
  return bookmark === null || (value.bookmark !== null && value.bookmark >= bookmark);
}
