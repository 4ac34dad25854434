import type { ServerFrame } from "~/contract/channel";
import type { AlarmSchedule } from "./alarm-schedule";

interface Delivery {
  memberId: string;
  frame: ServerFrame;
  tries: number;
  /** When it is tried again, in milliseconds since 1970. */
  dueAt: number;
}

/** As it lies in storage: an earlier version did not write when. */
type Stored = Omit<Delivery, "dueAt"> & Partial<Pick<Delivery, "dueAt">>;

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** About a quarter of an hour; whoever was away longer reads what is stored. */
const TRIES_MAX = 10;
/** A Durable Object may make 1,000 calls an event, those of the database included; the rest waits for the next alarm. */
export const CALLS_PER_EVENT = 500;

/** Hands a frame to another member's hub. @returns whether that member is online */
export type Post = (memberId: string, frame: ServerFrame) => Promise<boolean>;

/**
 * Frames on their way to other members' hubs. One that cannot be handed over waits in storage and is tried again by
 * alarm; a newer frame about the same thing takes its place.
 */
export class DeliveryQueue {
  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly alarms: AlarmSchedule,
    private readonly post: Post,
  ) {}

  /** Sends now, or as soon as it can be. @returns whether that member is online; true while that is not known */
  async send(memberId: string, frame: ServerFrame): Promise<boolean> {
    const key = keyOf(memberId, frame);
    try {
      const isOpen = await this.post(memberId, frame);
      if (this.alarms.isPending("retry-deliveries")) this.storage.kv.delete(key);
      return isOpen;
    } catch (error) {
      console.warn("A frame waits for its member's hub.", error);
      this.#store(key, memberId, frame, 1);
      return true;
    }
  }

  /** Takes a frame that somebody else could not hand over. */
  enqueue(memberId: string, frame: ServerFrame): void {
    this.#store(keyOf(memberId, frame), memberId, frame, 1);
  }

  /** Tries what is due once more, what has waited longest first. */
  async retry(now: number): Promise<void> {
    const due = this.#pending().filter(([, { dueAt }]) => dueAt <= now);
    await Promise.all(
      due.slice(0, CALLS_PER_EVENT).map(async ([key, { memberId, frame, tries }]) => {
        try {
          await this.post(memberId, frame);
          this.#drop(key, frame);
        } catch {
          if (tries >= TRIES_MAX) this.#drop(key, frame);
          else if (this.#isStill(key, frame)) this.#store(key, memberId, frame, tries + 1);
        }
      }),
    );
    const [next] = this.#pending();
    if (next) this.alarms.set("retry-deliveries", next[1].dueAt);
  }

  #store(key: string, memberId: string, frame: ServerFrame, tries: number): void {
    const dueAt = Date.now() + Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
    this.storage.kv.put(key, { memberId, frame, tries, dueAt } satisfies Delivery);
    const known = this.alarms.get("retry-deliveries");
    if (known === null || dueAt < known) this.alarms.set("retry-deliveries", dueAt);
  }

  /** What waits, in the order of its turn; what does not say when has waited longest. */
  #pending(): [string, Delivery][] {
    return [...this.storage.kv.list<Stored>({ prefix: "out:" })]
      .map(([key, stored]): [string, Delivery] => [key, { ...stored, dueAt: stored.dueAt ?? 0 }])
      .sort(([, a], [, b]) => a.dueAt - b.dueAt);
  }

  /** Unless a newer frame has taken its place while it was on its way. */
  #drop(key: string, frame: ServerFrame): void {
    if (this.#isStill(key, frame)) this.storage.kv.delete(key);
  }

  #isStill(key: string, frame: ServerFrame): boolean {
    return JSON.stringify(this.storage.kv.get<Stored>(key)?.frame) === JSON.stringify(frame);
  }
}

function keyOf(memberId: string, frame: ServerFrame): string {
  return `out:${memberId}:${subjectOf(frame)}`;
}

/** What a frame is about: of two about the same, only the newer is worth telling. */
function subjectOf({ type, payload }: ServerFrame): string {
  switch (type) {
    case "online":
    case "offline":
      return `presence:${payload.userId}`;
    case "like_update":
    case "comment_update":
      return `${type}:${payload.postId}`;
    case "connection_status":
      return `${type}:${[payload.fromUserId, payload.toUserId].sort().join(":")}`;
    case "typing":
      return `${type}:${payload.userId}`;
    case "notification":
      return `${type}:${payload.id}`;
    case "message":
    case "message_deleted":
      return `${type}:${payload.id}`;
    case "notifications_read":
    case "online-users":
    case "synced":
      return type;
    case "read":
    case "share_post":
    case "error":
      return `${type}:${crypto.randomUUID()}`;
  }
}
