import type { ServerFrame } from "~/contract/channel";
import { COUNT_THROTTLE_MS } from "~/contract/limits";
import type { Db } from "~/db/client";
import { readCommentCounts, readCounts } from "~/domain/posts/read-counts";
import { listSubscribedAudience } from "~/domain/presence/hub-subscriptions";
import { logError } from "~/platform/log";
import type { PostCount } from "~/platform/realtime";
import type { AlarmSchedule } from "./alarm-schedule";
import type { FanOut } from "./fan-out";
import { SerialQueue } from "./serial-queue";

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
interface ChangedCount {
  postId: string;
  count: PostCount;
  /** The comment on the post whose likes or replies have changed; else the post's own count has. */
  commentId?: string;
  /** Attempts to send it that have failed; absent before the first. */
  failures?: number;
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
   * @throws the database's error; the count then stays scheduled
   */
  async countsChanged(postId: string, count: PostCount, now: number, commentId?: string): Promise<void> {
    const changed = { postId, count, ...(commentId !== undefined && { commentId }) };
    const nextAt = (this.#sentAt.get(countKey(changed)) ?? 0) + COUNT_THROTTLE_MS;
    // Later than the throttle: the clock was set back since.
    if (now < nextAt && nextAt <= now + COUNT_THROTTLE_MS) return this.#postpone(changed, nextAt);
    if (this.deps.fanOut.isBusy()) return this.#postpone(changed, now + COUNT_THROTTLE_MS);
    this.#removeSentBefore(now - COUNT_THROTTLE_MS);
    await this.#sendOrPostpone(changed, now);
  }

  /**
   * Sends the postponed counts: as many as one event may, and none while chunks of an earlier fan-out wait. One that
   * fails does not hold up the others, and is dropped after ten attempts.
   * @throws the error of one that failed; the alarm repeats it
   */
  async sendPostponed(now: number): Promise<void> {
    const { storage, alarms, fanOut } = this.deps;
    const postponed = [...storage.kv.list<ChangedCount>({ prefix: PREFIX })];
    let calls = 0;
    let last = 0;
    const errors: unknown[] = [];
    for (const [key, changed] of postponed) {
      if (fanOut.isBusy()) return alarms.set("send-counts", now + COUNT_THROTTLE_MS);
      // Every count goes to the same audience, so the next one makes as many calls as the last one did.
      if (calls > 0 && calls + last > fanOut.size) return alarms.set("send-counts", now);
      this.#sending.add(key);
      try {
        this.#sentAt.set(key, now);
        last = await this.#queue.run(() => this.#send(changed));
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
  #keepFailed(key: string, changed: ChangedCount, error: unknown): boolean {
    const { storage } = this.deps;
    const failures = (changed.failures ?? 0) + 1;
    if (failures < ATTEMPTS_MAX) {
      storage.kv.put(key, { ...changed, failures } satisfies ChangedCount);
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
  async #sendOrPostpone(changed: ChangedCount, now: number): Promise<void> {
    this.#sentAt.set(countKey(changed), now);
    try {
      await this.#queue.run(() => this.#send(changed));
    } catch (error) {
      this.#postpone(changed, Date.now() + COUNT_THROTTLE_MS);
      throw error;
    }
  }

  /** @returns the number of calls made, to hubs and to the database */
  async #send(changed: ChangedCount): Promise<number> {
    const { send, fanOut, db, memberId } = this.deps;
    const frame = await readFrame(db, changed);
    if (!frame) return 1;
    send(frame);
    const audience = await listSubscribedAudience(db, memberId());
    return 2 + (await fanOut.send(audience.map((to) => ({ to, frame }))));
  }

  #removeSentBefore(time: number): void {
    for (const [key, at] of this.#sentAt) if (at < time) this.#sentAt.delete(key);
  }
}

function countKey({ postId, count, commentId }: ChangedCount): string {
  return `${PREFIX}${count}:${postId}${commentId === undefined ? "" : `:${commentId}`}`;
}

/** Returns the frame with the stored count; null when its post or comment was deleted. */
async function readFrame(db: Db, { postId, count, commentId }: ChangedCount): Promise<ServerFrame | null> {
  if (commentId !== undefined) {
    const counts = await readCommentCounts(db, postId, commentId);
    if (!counts) return null;
    const payload = { postId, commentId, count: counts[count] };
    return count === "likes"
      ? { type: "comment_like_update", payload }
      : { type: "comment_reply_update", payload };
  }
  const counts = await readCounts(db, postId);
  if (!counts) return null;
  const payload = { postId, count: counts[count] };
  return count === "likes" ? { type: "like_update", payload } : { type: "comment_update", payload };
}
