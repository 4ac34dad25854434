import type { ServerFrame } from "~/contract/channel";
import { COUNT_THROTTLE_MS } from "~/contract/limits";
import type { Db } from "~/db/client";
import { readCounts } from "~/domain/posts/read-counts";
import { listOnlineAudience } from "~/domain/presence/online-members";
import type { AlarmSchedule } from "./alarm-schedule";
import type { FanOut } from "./fan-out";
import { SerialQueue } from "./serial-queue";
import type { Sockets } from "./sockets";

interface Dependencies {
  storage: DurableObjectStorage;
  db: Db;
  sockets: Sockets;
  alarms: AlarmSchedule;
  fanOut: FanOut;
  memberId: () => string;
}

type CountFrame = Extract<ServerFrame, { type: "like_update" | "comment_update" }>;

/**
 * What concerns a member's posts, on its way to the member and their connections that are online. The first change of a
 * post's count goes out at once; those that follow within a second, or while an earlier fan-out is not through, go as one.
 * The count that is sent is the one stored when it is sent, so that two likes which overtake each other on the way here end
 * right.
 */
export class Audience {
  readonly #queue = new SerialQueue();
  /** When a count last went out. Lost with the instance: then one goes out early. */
  readonly #sentAt = new Map<string, number>();

  constructor(private readonly deps: Dependencies) {}

  async publish(frame: ServerFrame, now: number): Promise<void> {
    if (frame.type !== "like_update" && frame.type !== "comment_update") {
      await this.#queue.run(() => this.#send(frame));
      return;
    }
    const key = `${frame.type}:${frame.payload.postId}`;
    const free = (this.#sentAt.get(key) ?? 0) + COUNT_THROTTLE_MS;
    if (now < free) return this.#postpone(key, frame, free);
    if (this.deps.fanOut.isBusy()) return this.#postpone(key, frame, now + COUNT_THROTTLE_MS);
    this.#forgetBefore(now - COUNT_THROTTLE_MS);
    await this.#sendOrPostpone(key, frame, now);
  }

  /** Sends the counts that were held: as many as an event may, and none while parts of an earlier fan-out wait. */
  async sendPendingCounts(now: number): Promise<void> {
    const { storage, alarms, fanOut } = this.deps;
    const pending = [...storage.kv.list<CountFrame>({ prefix: "count:" })];
    let calls = 0;
    let last = 0;
    for (const [key, frame] of pending) {
      if (fanOut.isBusy()) return alarms.set("send-counts", now + COUNT_THROTTLE_MS);
      // All go to the same audience: the next makes as many calls as the last.
      if (calls > 0 && calls + last > fanOut.size) return alarms.set("send-counts", now);
      // Before it is sent: a change that comes while it is on its way is held for the next time.
      storage.kv.delete(key);
      last = await this.#sendOrPostpone(key.slice("count:".length), frame, now);
      calls += last;
    }
  }

  #postpone(key: string, frame: CountFrame, until: number): void {
    const { storage, alarms } = this.deps;
    if (storage.kv.get(`count:${key}`) === undefined) storage.kv.put(`count:${key}`, frame);
    if (alarms.get("send-counts") === null) alarms.set("send-counts", until);
  }

  /** @throws what has kept it from being sent; then it is held, to be sent later */
  async #sendOrPostpone(key: string, frame: CountFrame, now: number): Promise<number> {
    this.#sentAt.set(key, now);
    try {
      return await this.#queue.run(() => this.#sendCount(frame));
    } catch (error) {
      this.#postpone(key, frame, Date.now() + COUNT_THROTTLE_MS);
      throw error;
    }
  }

  /** @returns calls of hubs and of the database */
  async #sendCount(frame: CountFrame): Promise<number> {
    const counts = await readCounts(this.deps.db, frame.payload.postId);
    if (!counts) return 1;
    const count = frame.type === "like_update" ? counts.likes : counts.comments;
    return 1 + (await this.#send({ ...frame, payload: { ...frame.payload, count } }));
  }

  async #send(frame: ServerFrame): Promise<number> {
    const { sockets, fanOut, db, memberId } = this.deps;
    sockets.send(frame);
    const audience = await listOnlineAudience(db, memberId());
    return 1 + (await fanOut.send(audience.map((to) => ({ to, frame }))));
  }

  #forgetBefore(time: number): void {
    for (const [key, at] of this.#sentAt) if (at < time) this.#sentAt.delete(key);
  }
}
