import type { ServerFrame } from "~/contract/channel";
import { COUNT_THROTTLE_MS } from "~/contract/limits";
import { SerialQueue } from "~/contract/serial-queue";
import type { Db } from "~/db/client";
import { readCount } from "~/domain/posts/read-count";
import { logError } from "~/platform/log";
import type { ChangedCount } from "~/platform/realtime";
import type { AlarmSchedule } from "./alarm-schedule";
import { callsPerEvent } from "./delivery-queue";
import type { FanOut } from "./fan-out";

interface Dependencies {
  storage: DurableObjectStorage;
  db: Db;
  /** Sends a frame to the member's own tabs. */
  send: (frame: ServerFrame) => void;
  alarms: AlarmSchedule;
  fanOut: FanOut;
  memberId: () => string;
}

/** A count that has changed and is not published yet, as stored. */
interface Postponed extends ChangedCount {
  /** Attempts to send it that have failed; absent before the first. */
  failures?: number;
}

/** A count that was sent. */
interface Sent {
  /** The calls made, to hubs and to the database. */
  calls: number;
  /** As `countsChanged` returns them. */
  answers: ServerFrame[];
}

const PREFIX = "count:";
/** With the delays of the alarm between them about an hour. A member who loads the post gets the stored count. */
const ATTEMPTS_MAX = 10;

/**
 * Publishes the counts of a member's posts to the member and to their connections whose hubs are subscribed. The first
 * change goes out at once; further changes within a second, or while an earlier fan-out is unfinished, are coalesced
 * into one frame. The count is read when it is sent, so the last frame is right even for likes out of order.
 */
export class CountPublisher {
  readonly #queue = new SerialQueue();
  /** When a count was last sent. Lost on eviction; the next change then goes out early. */
  readonly #sentAt = new Map<string, number>();
  /** Keys of the postponed counts that are being sent and have not changed since. */
  readonly #sending = new Set<string>();

  constructor(private readonly deps: Dependencies) {}

  /**
   * Publishes a stored count of a post, or of a comment on it, now or within about a second.
   * @param by the member who has changed it, whose hub waits for the reply
   * @returns frames for the tabs of `by`, which saves a call: the count, if `by` belongs to the audience, and the state
   *   of a like of theirs. None when they receive the count as others do
   * @throws the database's error; the count then stays scheduled
   */
  async countsChanged(changed: ChangedCount, now: number, by?: string): Promise<ServerFrame[]> {
    const nextAt = (this.#sentAt.get(countKey(changed)) ?? 0) + COUNT_THROTTLE_MS;
    // Later than the throttle: the clock was set back since.
    const isThrottled = now < nextAt && nextAt <= now + COUNT_THROTTLE_MS;
    if (isThrottled || this.deps.fanOut.isBusy()) {
      this.#postpone(changed, isThrottled ? nextAt : now + COUNT_THROTTLE_MS);
      return [];
    }
    this.#removeSentBefore(now - COUNT_THROTTLE_MS);
    return this.#sendOrPostpone(changed, now, by);
  }

  /**
   * Sends the postponed counts: as many as one event may, and none while chunks of an earlier fan-out wait. One that
   * fails does not hold up the others, and is dropped after ten attempts.
   * @throws the error of one that failed; the alarm repeats it
   */
  async sendPostponed(now: number): Promise<void> {
    const { storage, alarms, fanOut } = this.deps;
    const postponed = [...storage.kv.list<Postponed>({ prefix: PREFIX })];
    let calls = 0;
    let last = 0;
    const errors: unknown[] = [];
    for (const [key, changed] of postponed) {
      if (fanOut.isBusy()) return alarms.set("send-counts", now + COUNT_THROTTLE_MS);
      // Every count goes to the same audience, so the next one makes as many calls as the last one did.
      if (calls > 0 && calls + last > callsPerEvent.max) return alarms.set("send-counts", now);
      this.#sending.add(key);
      try {
        this.#sentAt.set(key, now);
        ({ calls: last } = await this.#queue.run(() => this.#send(changed)));
        // Deleted after it was sent, so that it survives a crash, unless it has changed meanwhile.
        if (this.#sending.delete(key)) storage.kv.delete(key);
      } catch (error) {
        this.#sending.delete(key);
        if (this.#keepFailed(key, changed, error)) errors.push(error);
      }
      calls += last;
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Counts a failed attempt. @returns false after the last one: the count is dropped */
  #keepFailed(key: string, changed: Postponed, error: unknown): boolean {
    const { storage } = this.deps;
    const failures = (changed.failures ?? 0) + 1;
    if (failures < ATTEMPTS_MAX) {
      storage.kv.put(key, { ...changed, failures } satisfies Postponed);
      return true;
    }
    storage.kv.delete(key);
    logError(error, { event: "count dropped", type: changed.count });
    return false;
  }

  #postpone(changed: ChangedCount, until: number): void {
    const { storage, alarms } = this.deps;
    const key = countKey(changed);
    this.#sending.delete(key);
    if (storage.kv.get(key) === undefined) storage.kv.put(key, changed);
    if (alarms.get("send-counts") === null) alarms.set("send-counts", until);
  }

  /** @throws when it could not be sent; it is then postponed */
  async #sendOrPostpone(changed: ChangedCount, now: number, by?: string): Promise<ServerFrame[]> {
    this.#sentAt.set(countKey(changed), now);
    try {
      const { answers } = await this.#queue.run(() => this.#send(changed, by));
      return answers;
    } catch (error) {
      this.#postpone(changed, Date.now() + COUNT_THROTTLE_MS);
      throw error;
    }
  }

  async #send(changed: ChangedCount, by?: string): Promise<Sent> {
    const { send, fanOut, db, memberId } = this.deps;
    const read = await readCount(db, memberId(), changed, by);
    if (!read) return { calls: 1, answers: [] };
    const { frame, audience, state } = read;
    send(frame);
    const others = audience.filter((to) => to !== by);
    const calls = 1 + (await fanOut.send(others.map((to) => ({ to, frame }))));
    return { calls, answers: [...(others.length < audience.length ? [frame] : []), ...state] };
  }

  #removeSentBefore(time: number): void {
    for (const [key, at] of this.#sentAt) if (at < time) this.#sentAt.delete(key);
  }
}

function countKey({ postId, count, commentId }: ChangedCount): string {
  return `${PREFIX}${count}:${postId}${commentId === undefined ? "" : `:${commentId}`}`;
}
