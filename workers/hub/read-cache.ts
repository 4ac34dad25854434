import type { ServerFrame } from "~/contract/channel";
import type { Db, DbCost } from "~/db/client";
import type { CachedReadName } from "~/db/viewer-query";
import { touchSession, viewerOf } from "~/domain/accounts/find-session";
import type { HubEvent } from "~/platform/realtime";
import { type CachedCallName, cachedCalls, finishCached } from "../api/cached-calls";
import type { FinishedReply } from "../api/finished-reply";
import type { AlarmSchedule } from "./alarm-schedule";
import { cachedReads } from "./cached-reads";
import { type CachedSession, type CachedValue, CachedValues } from "./cached-values";
import { ConnectionCache } from "./connection-cache";
import { topicsOf } from "./frame-facts";
import { loadReads } from "./load-reads";
import type { Sockets } from "./sockets";
import { HubSubscription, SUBSCRIBED_MS } from "./subscription";
import { viewerText } from "./viewer-text";

/** Reads of the database at once. Beyond them the edge queries the database itself. */
export const BUILDS_MAX = 8;

/** A request for the viewer and their rows. */
export interface CacheRequest {
  memberId: string;
  /** The hash of the session's token. */
  sessionId: string;
  reads: readonly CachedReadName[];
  /** The call whose finished reply replaces the rows of these reads. */
  call?: CachedCallName | null;
  /** The bookmark of the member's last write, as far as the browser knows; an older value is not served. */
  bookmark: string | null;
}

/** The rows as JSON, which an RPC copies faster than objects. */
export interface CacheReply {
  /** A `SessionRow`. */
  session: string;
  /** The reply to the call; null for a request without one. */
  reply: FinishedReply | null;
  /** A list of rows for each read, in their order; none beside a reply. */
  rows: string[];
  /** The newest state of the database that the reply shows. */
  bookmark: string | null;
  /** The database cost that the request caused or waited for. Null when everything was cached. */
  cost: DbCost | null;
}

interface Built {
  session: CachedSession;
  rows: Map<CachedReadName, CachedValue>;
  cost: DbCost;
}

interface Dependencies {
  storage: DurableObjectStorage;
  d1: D1Database;
  /** The chat databases other than this one. */
  chatD1s: readonly D1Database[];
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
 * Answers a member's sessions and the reads of `cachedReads` from what the hub has cached (`CachedValues`), or else
 * from the database. A hub caches values only while it is subscribed to all events about them.
 */
export class ReadCache {
  readonly #subscription: HubSubscription;
  readonly #values: CachedValues;
  readonly #builds = new Map<string, Promise<Built | null>>();
  #lastReadAt = 0;
  readonly connections: ConnectionCache;

  constructor(private readonly deps: Dependencies) {
    this.#subscription = new HubSubscription(deps);
    this.#values = new CachedValues({ sockets: deps.sockets, subscription: this.#subscription });
    this.connections = new ConnectionCache({
      db: deps.db,
      values: this.#values,
      subscription: this.#subscription,
    });
  }

  /**
   * Returns the viewer and their rows: from memory, and the missing ones by one batch at the primary.
   * @returns null unless the session is a live one of this member; "busy" when too many reads are running
   * @throws the database's error
   */
  async open(asked: CacheRequest): Promise<CacheReply | null | "busy"> {
    const now = Date.now();
    const session = this.#values.session(asked.sessionId, asked.bookmark, now);
    if (session) this.#touch(session);
    const cached = new Map<CachedReadName, CachedValue>();
    for (const name of asked.reads) {
      const value = this.#values.rows(name, asked.bookmark, now);
      if (value) cached.set(name, value);
    }
    const missing = asked.reads.filter((name) => !cached.has(name));
    if (session && missing.length === 0) {
      this.#lastReadAt = now;
      return this.#reply(asked, session, cached, null);
    }
    const key = JSON.stringify([
      asked.sessionId,
      missing,
      asked.bookmark,
      session !== null,
      this.#values.clock(),
    ]);
    const running = this.#builds.get(key);
    if (!running && this.#builds.size >= BUILDS_MAX) return "busy";
    const built = await (running ?? this.#start(key, asked, missing, session));
    if (!built || built.session.row.expiresAt <= new Date().toISOString()) return null;
    this.#lastReadAt = Date.now();
    return this.#reply(asked, built.session, new Map([...cached, ...built.rows]), built.cost);
  }

  /** Returns a session that has not expired, as JSON; null unless it is cached. */
  session(sessionId: string): string | null {
    // An older row will do: a change of the session, or of its member, evicts it.
    const session = this.#values.session(sessionId, null, Date.now());
    if (session) this.#touch(session);
    return session?.text ?? null;
  }

  /** Evicts or patches what an event changes. Call it before the frame is sent on. */
  receive(frame: ServerFrame | Extract<HubEvent, { type: "changed" }>, isLate = false): void {
    if (frame.type === "changed") this.#values.invalidate(frame.payload.topics);
    else if (frame.type === "like_update") this.#values.updateLikes(frame.payload, isLate);
    else this.#values.invalidate(topicsOf(frame, this.deps.member()));
  }

  /** Evicts everything: the member has written, or a session has ended. */
  invalidateAll(): void {
    this.#values.invalidateAll();
  }

  /** Returns whether the hub is subscribed, or about to be. */
  isSubscribed(): boolean {
    return this.#subscription.isActive();
  }

  /** Subscribes a member's hub for its sockets. @throws the database's error */
  subscribe(member: string): Promise<void> {
    return this.#subscription.start(member);
  }

  /** Unsubscribes and evicts everything, unless the member is online or has read something lately. */
  async leave(memberId: string, now: number): Promise<void> {
    const since = this.#subscription.since();
    if (since === undefined) return;
    if (this.deps.isOnline() || now - this.#lastReadAt < SUBSCRIBED_MS) {
      this.#subscription.endLater();
      return;
    }
    this.forget();
    await this.#subscription.remove(memberId, since);
  }

  /** Evicts everything, the subscription included. */
  forget(): void {
    this.invalidateAll();
    this.#subscription.forget();
  }

  #start(
    key: string,
    asked: CacheRequest,
    missing: readonly CachedReadName[],
    session: CachedSession | null,
  ): Promise<Built | null> {
    const build = this.#build(asked, missing, session).finally(() => this.#builds.delete(key));
    this.#builds.set(key, build);
    return build;
  }

  async #build(
    { memberId, sessionId }: CacheRequest,
    missing: readonly CachedReadName[],
    known: CachedSession | null,
  ): Promise<Built | null> {
    const changes = this.#values.changes();
    const read = await loadReads(
      { ...this.deps, subscription: this.#subscription },
      { memberId, sessionId, names: missing, isKnown: known !== null },
    );
    const session = read?.session ?? known;
    if (!read || !session) return null;
    if (read.session) this.#touch(session);
    this.#values.store(session, read.rows, changes);
    return { session, rows: read.rows, cost: read.cost };
  }

  async #reply(
    { reads, call }: CacheRequest,
    session: CachedSession,
    cached: Map<CachedReadName, CachedValue>,
    cost: DbCost | null,
  ): Promise<CacheReply> {
    const values = reads.map((name) => cached.get(name));
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

  /** Returns the reply to a cached call: the last one if the viewer and the rows of its reads are still the same. */
  async #finish(
    call: CachedCallName,
    session: CachedSession,
    rows: readonly string[],
  ): Promise<FinishedReply> {
    const madeOf = [viewerText(session.row), ...rows];
    const known = this.#values.reply(call);
    if (known?.madeOf.every((text, index) => text === madeOf[index])) return known.reply;
    const preloaded = cachedCalls[call].reads.map((name, index) => ({
      read: cachedReads[name].read(),
      // Written by `#build`.
      rows: JSON.parse(rows[index] ?? "[]") as Record<string, unknown>[],
    }));
    const { sessionId: _, ...viewer } = viewerOf(session.row);
    const reply = await finishCached(call, viewer, preloaded);
    this.#values.storeReply(call, { reply, madeOf });
    return reply;
  }

  /** Stores the last use of a session, and does not store it again for ten minutes. */
  #touch(session: CachedSession): void {
    const { db, defer } = this.deps;
    const now = () => new Date();
    if (!touchSession({ db, now, defer }, session.row)) return;
    session.row.lastSeenAt = now().toISOString();
    session.text = JSON.stringify(session.row);
    this.#values.keep();
  }
}
