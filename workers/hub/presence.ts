import { OFFLINE_GRACE_MS, SOCKET_CHECK_MS, SOCKET_IDLE_MS } from "~/contract/limits";
import type { Db } from "~/db/client";
import { listLiveSessions } from "~/domain/accounts/live-sessions";
import {
  listOnlineAudience,
  listVisibleOnline,
  markOffline,
  markOnline,
} from "~/domain/presence/online-members";
import type { Envelope } from "~/platform/realtime";
import type { AlarmSchedule } from "./alarm-schedule";
import type { FanOut } from "./fan-out";
import { SerialQueue } from "./serial-queue";
import type { Sockets } from "./sockets";

/** What this hub has done about its member's being online; nothing stored while they are not. */
const ONLINE = "online";
type OnlineState = "pending" | "published";

interface Dependencies {
  storage: DurableObjectStorage;
  db: Db;
  sockets: Sockets;
  alarms: AlarmSchedule;
  fanOut: FanOut;
  memberId: () => string;
}

/**
 * Whether this member is online, and telling so. That they are coming is written down before anybody is told, together
 * with the time to look again: whatever happens in between, the look finds the truth and tells it.
 */
export class Presence {
  readonly #queue = new SerialQueue();
  /** What has come about others since somebody began to ask who is online. */
  readonly #observations = new Set<Map<string, boolean>>();

  constructor(private readonly deps: Dependencies) {}

  /** Whether the member counts as online, the grace after the last socket included. */
  isOnline(): boolean {
    return this.deps.storage.kv.get<OnlineState>(ONLINE) !== undefined;
  }

  /** After a socket has opened, closed, or said that it is here or away. */
  update(now: number): Promise<void> {
    const { sockets, alarms, storage } = this.deps;
    const online = storage.kv.get<OnlineState>(ONLINE);
    if (!sockets.isPresent()) {
      if (online && alarms.get("go-offline") === null) alarms.set("go-offline", now + OFFLINE_GRACE_MS);
      return Promise.resolve();
    }
    alarms.clear("go-offline");
    if (alarms.get("check-sockets") === null) alarms.set("check-sockets", now + SOCKET_CHECK_MS);
    if (online === "published") return Promise.resolve();
    storage.kv.put(ONLINE, "pending" satisfies OnlineState);
    return this.#queue.run(() => this.#publishOnline());
  }

  /** The grace is over: offline, unless a socket has come back. */
  goOffline(): Promise<void> {
    return this.#queue.run(async () => {
      const { sockets, storage, alarms, db, memberId, fanOut } = this.deps;
      if (sockets.isPresent()) return;
      await markOffline(db, memberId());
      const watchers = await listVisibleOnline(db, memberId());
      // A socket that opened while the database was asked has found the member online, and told nobody.
      storage.kv.put(ONLINE, "pending" satisfies OnlineState);
      if (sockets.isPresent()) return this.#publishOnline();
      storage.kv.delete(ONLINE);
      if (sockets.open().length === 0) alarms.clear("check-sockets");
      await fanOut.send(this.#envelopes("offline", watchers));
    });
  }

  /** Looks after the sockets: drops the silent and those whose session is over, and sees to the next look. */
  async checkSockets(now: number): Promise<void> {
    const { sockets, alarms, db, memberId } = this.deps;
    sockets.closeIdle(now);
    const sessionIds = sockets.sessionIds();
    if (sessionIds.length > 0) {
      const live = await listLiveSessions(db, sessionIds, new Date(now));
      sockets.endSessions(sessionIds.filter((id) => !live.has(id)));
      await markOnline(db, memberId(), new Date(now));
    }
    const oldest = sockets.oldestActivity();
    if (oldest !== null)
      alarms.set("check-sockets", Math.min(oldest + SOCKET_IDLE_MS, now + SOCKET_CHECK_MS));
    await this.update(now);
  }

  /** Who is online, for one who asks. What is observed while the database is asked is newer than its answer. */
  async listOnline(): Promise<string[]> {
    const observed = new Map<string, boolean>();
    this.#observations.add(observed);
    try {
      const users = new Set(await listVisibleOnline(this.deps.db, this.deps.memberId()));
      for (const [id, isOnline] of observed) {
        if (isOnline) users.add(id);
        else users.delete(id);
      }
      return [...users];
    } finally {
      this.#observations.delete(observed);
    }
  }

  /** Notes what came about another member. */
  observe(userId: string, isOnline: boolean): void {
    for (const observed of this.#observations) observed.set(userId, isOnline);
  }

  /** The member has hidden or shown their presence: their own tabs and everybody else's learn whom they see now. */
  visibilityChanged(): Promise<void> {
    return this.#queue.run(async () => {
      const { storage, sockets, db, memberId, fanOut } = this.deps;
      if (!storage.kv.get<OnlineState>(ONLINE)) return;
      const users = await this.listOnline();
      sockets.send({ type: "online-users", payload: { users } });
      const audience = await listOnlineAudience(db, memberId());
      const others = audience.filter((id) => !users.includes(id));
      await fanOut.send([...this.#envelopes("offline", others), ...this.#envelopes("online", users)]);
    });
  }

  async #publishOnline(): Promise<void> {
    const { db, memberId, storage, alarms, fanOut } = this.deps;
    if (storage.kv.get<OnlineState>(ONLINE) !== "pending") return;
    try {
      const now = new Date();
      await markOnline(db, memberId(), now);
      await fanOut.send(this.#envelopes("online", await listVisibleOnline(db, memberId())));
      storage.kv.put(ONLINE, "published" satisfies OnlineState);
    } catch (error) {
      alarms.set("check-sockets", Date.now() + OFFLINE_GRACE_MS);
      throw error;
    }
  }

  #envelopes(type: "online" | "offline", memberIds: string[]): Envelope[] {
    const payload = { userId: this.deps.memberId() };
    return memberIds.map((to) => ({ to, frame: { type, payload } }));
  }
}
