import type { ServerFrame } from "~/contract/channel";
import { type BoundStatement, batchRows } from "~/db/batch";
import { type Db, type DbCost, openDb } from "~/db/client";
import { type DbRow, type HeldName, runReads } from "~/db/viewer-query";
import { sessionRow, sessionStatement, touchSession, viewerOf } from "~/domain/accounts/find-session";
import type { ConnectedMember } from "~/domain/connections/list-connections";
import { subscribeSession } from "~/domain/presence/hub-subscriptions";
import type { ChangeNotice } from "~/platform/realtime";
import type { FinishedReply } from "../api/finished-reply";
import { finishHeld, type HeldCallName, heldCalls } from "../api/held-calls";
import type { AlarmSchedule } from "./alarm-schedule";
import { heldReads, topicsOf } from "./held-reads";
import { type Held, type HeldSession, HeldValues } from "./held-values";
import type { Sockets } from "./sockets";
import { HubSubscription, SUBSCRIBED_MS } from "./subscription";

/** Reads of the database at once. Beyond them the edge queries the database itself. */
export const BUILDS_MAX = 8;

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

interface Built {
  session: HeldSession;
  rows: Map<HeldName, Held>;
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
 * Answers a member's sessions and the reads of `heldReads` from what the hub holds (`HeldValues`), which the database
 * can rebuild. A hub holds values only while it is subscribed to all events about them.
 */
export class Home {
  readonly #subscription: HubSubscription;
  readonly #held: HeldValues;
  readonly #builds = new Map<string, Promise<Built | null>>();
  #lastReadAt = 0;
  /** The rows of held connections by id. */
  readonly #connected = new WeakMap<Held, Map<string, ConnectedMember>>();

  constructor(private readonly deps: Dependencies) {
    this.#subscription = new HubSubscription(deps);
    this.#held = new HeldValues({ sockets: deps.sockets, subscription: this.#subscription });
  }

  /**
   * Returns the viewer and their rows: from memory, and the missing ones by one batch at the primary.
   * @returns null unless the session is a live one of this member; "busy" when too many reads are running
   * @throws the database's error
   */
  async open(asked: HomeRequest): Promise<HomeReply | null | "busy"> {
    const now = Date.now();
    const session = this.#held.session(asked.sessionId, asked.bookmark, now);
    if (session) this.#touch(session);
    const held = new Map<HeldName, Held>();
    for (const name of asked.reads) {
      const value = this.#held.rows(name, asked.bookmark, now);
      if (value) held.set(name, value);
    }
    const missing = asked.reads.filter((name) => !held.has(name));
    if (session && missing.length === 0) {
      this.#lastReadAt = now;
      return this.#reply(asked, session, held, null);
    }
    const key = JSON.stringify([
      asked.sessionId,
      missing,
      asked.bookmark,
      session !== null,
      this.#held.clock(),
    ]);
    const running = this.#builds.get(key);
    if (!running && this.#builds.size >= BUILDS_MAX) return "busy";
    const built = await (running ?? this.#start(key, asked, missing, session));
    if (!built || built.session.row.expiresAt <= new Date().toISOString()) return null;
    this.#lastReadAt = Date.now();
    return this.#reply(asked, built.session, new Map([...held, ...built.rows]), built.cost);
  }

  /** Returns a session that has not expired, as JSON; null unless it is held. */
  session(sessionId: string): string | null {
    // An older row will do: a change of the session, or of its member, drops it.
    const session = this.#held.session(sessionId, null, Date.now());
    if (session) this.#touch(session);
    return session?.text ?? null;
  }

  /**
   * Returns the member's connection with another, which a block ends too; undefined without one. Reads unless held.
   * @throws the database's error
   */
  async connectionWith(memberId: string, otherId: string): Promise<ConnectedMember | undefined> {
    const held = this.#held.rows("connections", null, Date.now());
    const connections = held ?? (await this.#readConnections(memberId));
    // The rows of `listConnections`.
    const rows = () => JSON.parse(connections.text) as ConnectedMember[];
    const byId = this.#connected.get(connections) ?? new Map(rows().map((row) => [row.id, row]));
    this.#connected.set(connections, byId);
    return byId.get(otherId);
  }

  /** Drops or patches what an event changes. Call it before the frame is sent on. */
  receive(frame: ServerFrame | ChangeNotice, isLate = false): void {
    if (frame.type === "changed") this.#held.drop(frame.payload.topics);
    else if (frame.type === "like_update") this.#held.updateLikes(frame.payload, isLate);
    else this.#held.drop(topicsOf(frame, this.deps.member()));
  }

  /** Drops everything: the member has written, or a session has ended. */
  drop(): void {
    this.#held.dropAll();
  }

  /** Returns whether the hub is subscribed, or about to be. */
  isSubscribed(): boolean {
    return this.#subscription.isActive();
  }

  /** Subscribes a member's hub for its sockets. @throws the database's error */
  subscribe(member: string): Promise<void> {
    return this.#subscription.start(member);
  }

  /** Unsubscribes and drops everything, unless the member is online or has read something lately. */
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

  /** Drops everything, the subscription included. */
  forget(): void {
    this.drop();
    this.#subscription.forget();
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
    const changes = this.#held.changes();
    const builtAt = Date.now();
    const d1Session = this.deps.d1.withSession("first-primary");
    const { db, cost } = openDb(d1Session);
    const key = { session: sessionId, at: new Date(builtAt).toISOString() };
    const reads = missing.map((name) => heldReads[name].read());
    const chats = [db, ...this.deps.chatD1s.map((chat) => openDb(chat, cost).db)] as const;
    let row: DbRow | undefined;
    let results: DbRow[][] = [];
    const read = async (since: string | null) => {
      const before = [
        ...(since === null ? [] : [subscribeSession({ ...key, since, member: memberId })]),
        ...(known ? [] : [sessionStatement(key)]),
      ];
      const inMain = async (statements: BoundStatement[]) => {
        const found = await batchRows(db, [...before, ...statements]);
        if (!known) row = found[before.length - 1]?.[0];
        return found.slice(before.length);
      };
      const bind = (one: (typeof reads)[number]) => (known ? one.forMember(memberId) : one.forSession(key));
      results = await runReads(reads, bind, inMain, chats, memberId);
      const isTheirs = known !== null || row?.id === memberId;
      if (isTheirs) this.deps.setMember(memberId);
      return isTheirs;
    };
    const isSubscribed = this.#subscription.since() !== undefined;
    const isTheirs = await (isSubscribed ? read(null) : this.#subscription.startWith(read));
    if (!isTheirs) return null;
    const bookmark = d1Session.getBookmark();
    const held = (value: unknown): Held => ({ text: JSON.stringify(value), bookmark, builtAt });
    const session = row ? { ...held(row), row: sessionRow(row) } : known;
    if (!session) return null;
    if (row) this.#touch(session);
    const rows = new Map(
      missing.map((name, index) => [name, { ...held(results[index] ?? []), ...endOf(results[index]) }]),
    );
    this.#held.hold(session, rows, changes);
    return { session, rows, cost };
  }

  async #readConnections(memberId: string): Promise<Held> {
    await this.subscribe(memberId);
    const changes = this.#held.changes();
    const builtAt = Date.now();
    const [rows] = await batchRows(this.deps.db, heldReads.connections.read().forMember(memberId));
    const connections = { text: JSON.stringify(rows), bookmark: null, builtAt };
    this.#held.hold(null, new Map([["connections", connections]]), changes);
    return connections;
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
    const known = this.#held.reply(call);
    if (known?.madeOf.every((text, index) => text === madeOf[index])) return known.reply;
    const preloaded = heldCalls[call].reads.map((name, index) => ({
      read: heldReads[name].read(),
      // Written by `#build`.
      rows: JSON.parse(rows[index] ?? "[]") as Record<string, unknown>[],
    }));
    const reply = await finishHeld(call, viewer, preloaded);
    this.#held.holdReply(call, { reply, madeOf });
    return reply;
  }

  /** Stores the last use of a session, and does not store it again for ten minutes. */
  #touch(session: HeldSession): void {
    const { db, defer } = this.deps;
    const now = () => new Date();
    if (!touchSession({ db, now, defer }, session.row)) return;
    session.row.lastSeenAt = now().toISOString();
    session.text = JSON.stringify(session.row);
    this.#held.keep();
  }
}

/** Returns the time at which rows become wrong by themselves, which a column names. */
function endOf(rows: readonly DbRow[] = []): Pick<Held, "until"> {
  const ends = rows.flatMap(({ heldUntil }) => (typeof heldUntil === "number" ? [heldUntil] : []));
  return ends.length === 0 ? {} : { until: Math.min(...ends) };
}
