import { LISTEN_MS, OFFLINE_GRACE_MS, SILENCE_MS } from "~/contract/limits";
import type { Db } from "~/db/client";
import { listLiveSessions } from "~/domain/accounts/live-sessions";
import {
  listOnlineAudience,
  listVisibleOnline,
  markOffline,
  markOnline,
} from "~/domain/presence/online-members";
import type { Envelope } from "~/platform/realtime";
import type { Deadlines } from "./deadlines";
import type { FanOut } from "./fan-out";
import type { Sockets } from "./sockets";
import { Turns } from "./turns";

/** What this hub has done about its member's being online; nothing stored while they are not. */
const ONLINE = "online";
type Online = "coming" | "told";

interface Parts {
  storage: DurableObjectStorage;
  db: Db;
  sockets: Sockets;
  deadlines: Deadlines;
  fanOut: FanOut;
  memberId: () => string;
}

/**
 * Whether this member is online, and telling so. That they are coming is written down before anybody is told, together
 * with the time to look again: whatever happens in between, the look finds the truth and tells it.
 */
export class Presence {
  readonly #turns = new Turns();
  /** What has come about others since somebody began to ask who is online. */
  readonly #heard = new Set<Map<string, boolean>>();

  constructor(private readonly parts: Parts) {}

  /** Whether the member counts as online, the grace after the last socket included. */
  isOnline(): boolean {
    return this.parts.storage.kv.get<Online>(ONLINE) !== undefined;
  }

  /** After a socket has opened, closed, or said that it is here or away. */
  settle(now: number): Promise<void> {
    const { sockets, deadlines, storage } = this.parts;
    const online = storage.kv.get<Online>(ONLINE);
    if (!sockets.isPresent()) {
      if (online && deadlines.get("offline") === null) deadlines.set("offline", now + OFFLINE_GRACE_MS);
      return Promise.resolve();
    }
    deadlines.clear("offline");
    if (deadlines.get("listen") === null) deadlines.set("listen", now + LISTEN_MS);
    if (online === "told") return Promise.resolve();
    storage.kv.put(ONLINE, "coming" satisfies Online);
    return this.#turns.run(() => this.#comeOnline());
  }

  /** The grace is over: offline, unless a socket has come back. */
  goOffline(): Promise<void> {
    return this.#turns.run(async () => {
      const { sockets, storage, deadlines, db, memberId, fanOut } = this.parts;
      if (sockets.isPresent()) return;
      await markOffline(db, memberId());
      const watchers = await listVisibleOnline(db, memberId());
      // A socket that opened while the database was asked has found the member online, and told nobody.
      storage.kv.put(ONLINE, "coming" satisfies Online);
      if (sockets.isPresent()) return this.#comeOnline();
      storage.kv.delete(ONLINE);
      if (sockets.open().length === 0) deadlines.clear("listen");
      await fanOut.send(this.#word("offline", watchers));
    });
  }

  /** Looks after the sockets: drops the silent and those whose session is over, and sees to the next look. */
  async listen(now: number): Promise<void> {
    const { sockets, deadlines, db, memberId } = this.parts;
    sockets.closeSilent(now);
    const sessionIds = sockets.sessionIds();
    if (sessionIds.length > 0) {
      const live = await listLiveSessions(db, sessionIds, new Date(now));
      sockets.endSessions(sessionIds.filter((id) => !live.has(id)));
      await markOnline(db, memberId(), new Date(now));
    }
    const silence = sockets.longestSilence();
    if (silence !== null) deadlines.set("listen", Math.min(silence + SILENCE_MS, now + LISTEN_MS));
    await this.settle(now);
  }

  /** Who is online, for one who asks. What is heard while the database is asked is newer than its answer. */
  async others(): Promise<string[]> {
    const heard = new Map<string, boolean>();
    this.#heard.add(heard);
    try {
      const users = new Set(await listVisibleOnline(this.parts.db, this.parts.memberId()));
      for (const [id, isOnline] of heard) {
        if (isOnline) users.add(id);
        else users.delete(id);
      }
      return [...users];
    } finally {
      this.#heard.delete(heard);
    }
  }

  /** Notes what came about another member. */
  hear(userId: string, isOnline: boolean): void {
    for (const heard of this.#heard) heard.set(userId, isOnline);
  }

  /** The member has hidden or shown their presence: their own tabs and everybody else's learn whom they see now. */
  visibilityChanged(): Promise<void> {
    return this.#turns.run(async () => {
      const { storage, sockets, db, memberId, fanOut } = this.parts;
      if (!storage.kv.get<Online>(ONLINE)) return;
      const users = await this.others();
      sockets.send({ type: "online-users", payload: { users } });
      const audience = await listOnlineAudience(db, memberId());
      const others = audience.filter((id) => !users.includes(id));
      await fanOut.send([...this.#word("offline", others), ...this.#word("online", users)]);
    });
  }

  async #comeOnline(): Promise<void> {
    const { db, memberId, storage, deadlines, fanOut } = this.parts;
    if (storage.kv.get<Online>(ONLINE) !== "coming") return;
    try {
      const now = new Date();
      await markOnline(db, memberId(), now);
      await fanOut.send(this.#word("online", await listVisibleOnline(db, memberId())));
      storage.kv.put(ONLINE, "told" satisfies Online);
    } catch (error) {
      deadlines.set("listen", Date.now() + OFFLINE_GRACE_MS);
      throw error;
    }
  }

  #word(type: "online" | "offline", memberIds: string[]): Envelope[] {
    const payload = { userId: this.parts.memberId() };
    return memberIds.map((to) => ({ to, frame: { type, payload } }));
  }
}
