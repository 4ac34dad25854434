import { backOff } from "~/contract/back-off";
import { OFFLINE_GRACE_MS, SOCKET_PROBE_MS } from "~/contract/limits";
import { SerialQueue } from "~/contract/serial-queue";
import type { Db } from "~/db/client";
import { listLiveSessions } from "~/domain/accounts/live-sessions";
import {
  listOnlineAudience,
  listVisibleOnline,
  markOffline,
  markOnline,
} from "~/domain/presence/online-members";
import type { Envelope } from "~/platform/realtime";
import { RETRIES } from "~/platform/retry";
import type { AlarmSchedule } from "./alarm-schedule";
import type { FanOut } from "./fan-out";
import type { Sockets } from "./sockets";

/** The key of an `OnlineState`; absent while the member is offline. */
const STATE = "online";

/** A presence is published again for a tab that opens this long after the last time. In milliseconds. */
const REPUBLISH_MS = 10_000;

/**
 * The database is asked after this time whether the sessions of open sockets have ended, or earlier when one expires.
 * Their hub is notified when they end; this check is for a hub that could not be reached. In milliseconds.
 */
export const SESSION_CHECK_MS = 10 * 60_000;

/** `pending`: `online` is about to be published. `published`: it has been sent to everyone who may see it. */
type OnlineState = "pending" | "published";

interface Dependencies {
  storage: DurableObjectStorage;
  db: Db;
  sockets: Sockets;
  alarms: AlarmSchedule;
  fanOut: FanOut;
  memberId: () => string;
  /** Subscribes the hub: a member with an open socket receives every event. @throws the database's error */
  subscribe: () => Promise<void>;
}

/**
 * Tracks and publishes whether this member is online. "pending" and the time of the next socket check are stored before
 * anything is published, so the check repairs the state after any failure in between.
 */
export class Presence {
  readonly #queue = new SerialQueue();
  /** One map per `listOnline` call under way: presence frames that arrived since its query started. */
  readonly #updates = new Set<Map<string, boolean>>();
  /** When `online` was last published. Lost on eviction; the next tab then publishes it early. */
  #publishedAt = 0;
  /** Attempts to publish `online` that have failed in a row. */
  #failures = 0;

  constructor(private readonly deps: Dependencies) {}

  /** Returns whether the member counts as online, including the grace period after the last socket. */
  isOnline(): boolean {
    return this.deps.storage.kv.get<OnlineState>(STATE) !== undefined;
  }

  /**
   * Detects, when an instance of the hub starts, that the one before it crashed: a hibernated hub still has its
   * sockets. The member goes offline after the grace period, unless a socket opens, which publishes `online` anew.
   */
  recover(now: number): void {
    const { sockets, storage, alarms } = this.deps;
    if (!this.isOnline() || sockets.open().length > 0) return;
    storage.kv.put(STATE, "pending" satisfies OnlineState);
    if (alarms.get("go-offline") === null) alarms.set("go-offline", now + OFFLINE_GRACE_MS);
  }

  /**
   * Brings the presence in line with the sockets; call it after a socket has opened, closed, or changed between present
   * and away. @throws the database's error; the next socket check repeats it
   */
  update(now: number): Promise<void> {
    const { sockets, alarms, storage } = this.deps;
    const state = storage.kv.get<OnlineState>(STATE);
    if (!sockets.isPresent()) {
      if (state && alarms.get("go-offline") === null) alarms.set("go-offline", now + OFFLINE_GRACE_MS);
      return Promise.resolve();
    }
    alarms.clear("go-offline");
    if (alarms.get("check-sockets") === null) alarms.set("check-sockets", now + SOCKET_PROBE_MS);
    this.#scheduleSessionCheck(now);
    if (state === "published") return Promise.resolve();
    storage.kv.put(STATE, "pending" satisfies OnlineState);
    return this.#queue.run(() => this.#publishOnline());
  }

  /**
   * Publishes `online` again when a tab has opened. The calls start the hubs of the members whom the tab shows as
   * online: one that has crashed finds that it has no sockets (`recover`). At most every ten seconds.
   */
  republish(now: number): Promise<void> {
    // Both ways: the clock may have been set back since.
    if (Math.abs(now - this.#publishedAt) < REPUBLISH_MS) return Promise.resolve();
    return this.#queue.run(async () => {
      if (this.deps.storage.kv.get<OnlineState>(STATE) === "published") await this.#sendOnline();
    });
  }

  /** Marks the member as offline and publishes it after the grace period, unless a socket has come back. */
  goOffline(): Promise<void> {
    return this.#queue.run(async () => {
      const { sockets, storage, alarms, db, memberId, fanOut } = this.deps;
      if (sockets.isPresent()) return;
      await markOffline(db, memberId());
      const watchers = await listVisibleOnline(db, memberId());
      // A socket that opened during these queries saw the state "published" and did not publish `online`.
      storage.kv.put(STATE, "pending" satisfies OnlineState);
      if (sockets.isPresent()) return this.#publishOnline();
      storage.kv.delete(STATE);
      if (sockets.open().length === 0) {
        alarms.clear("check-sockets");
        alarms.clear("check-sessions");
      }
      await fanOut.send(this.#envelopes("offline", watchers));
    });
  }

  /** Probes and closes idle sockets, and schedules the next check. */
  async checkSockets(now: number): Promise<void> {
    const { sockets, alarms } = this.deps;
    sockets.closeIdle(now);
    sockets.probeQuiet(now);
    const next = sockets.nextCheck(now);
    if (next !== null) alarms.set("check-sockets", next);
    await this.update(now);
  }

  /** Closes sockets of ended sessions, and restores the row of a member who is online. */
  async checkSessions(now: number): Promise<void> {
    const { sockets, db, memberId } = this.deps;
    const sessionIds = sockets.sessionIds();
    if (sessionIds.length === 0) return;
    this.#scheduleSessionCheck(now);
    const live = await listLiveSessions(db, sessionIds, new Date(now));
    sockets.endSessions(sessionIds.filter((id) => !live.has(id)));
    if (sockets.isPresent()) await markOnline(db, memberId(), new Date(now));
    await this.update(now);
  }

  /**
   * Returns the ids of the members that this member sees online. Presence frames that arrive during the query are newer
   * than its result and override it.
   */
  async listOnline(): Promise<string[]> {
    const updates = new Map<string, boolean>();
    this.#updates.add(updates);
    try {
      const users = new Set(await listVisibleOnline(this.deps.db, this.deps.memberId()));
      for (const [id, isOnline] of updates) {
        if (isOnline) users.add(id);
        else users.delete(id);
      }
      return [...users];
    } finally {
      this.#updates.delete(updates);
    }
  }

  /** Records a presence frame about another member for the `listOnline` calls under way. */
  observe(userId: string, isOnline: boolean): void {
    for (const updates of this.#updates) updates.set(userId, isOnline);
  }

  /** Publishes anew, to the member's tabs and the others, after the member has hidden or shown their presence. */
  visibilityChanged(): Promise<void> {
    return this.#queue.run(async () => {
      const { storage, sockets, db, memberId, fanOut } = this.deps;
      if (!storage.kv.get<OnlineState>(STATE)) return;
      const users = await this.listOnline();
      sockets.send({ type: "online-users", payload: { users } });
      const audience = await listOnlineAudience(db, memberId());
      const hiddenFrom = audience.filter((id) => !users.includes(id));
      await fanOut.send([...this.#envelopes("offline", hiddenFrom), ...this.#envelopes("online", users)]);
    });
  }

  #scheduleSessionCheck(now: number): void {
    const { sockets, alarms } = this.deps;
    const at = Math.min(now + SESSION_CHECK_MS, sockets.nextExpiry(now));
    const scheduled = alarms.get("check-sessions");
    if (scheduled === null || at < scheduled) alarms.set("check-sessions", at);
  }

  async #publishOnline(): Promise<void> {
    const { db, memberId, storage, alarms, subscribe } = this.deps;
    if (storage.kv.get<OnlineState>(STATE) !== "pending") return;
    try {
      await subscribe();
      await markOnline(db, memberId(), new Date());
      await this.#sendOnline();
      storage.kv.put(STATE, "published" satisfies OnlineState);
      this.#failures = 0;
    } catch (error) {
      const delay = Math.min(backOff(this.#failures++, RETRIES.task), SOCKET_PROBE_MS);
      alarms.set("check-sockets", Date.now() + delay);
      throw error;
    }
  }

  async #sendOnline(): Promise<void> {
    const { db, memberId, fanOut } = this.deps;
    await fanOut.send(this.#envelopes("online", await listVisibleOnline(db, memberId())));
    this.#publishedAt = Date.now();
  }

  #envelopes(type: "online" | "offline", memberIds: string[]): Envelope[] {
    const payload = { userId: this.deps.memberId() };
    return memberIds.map((to) => ({ to, frame: { type, payload } }));
  }
}
