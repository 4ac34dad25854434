import type { ServerFrame } from "~/contract/channel";
import { COUNTS_TOGETHER_MS } from "~/contract/limits";
import type { Db } from "~/db/client";
import { readCounts } from "~/domain/posts/read-counts";
import { listOnlineAudience } from "~/domain/presence/online-members";
import type { Deadlines } from "./deadlines";
import type { FanOut } from "./fan-out";
import type { Sockets } from "./sockets";
import { Turns } from "./turns";

interface Parts {
  storage: DurableObjectStorage;
  db: Db;
  sockets: Sockets;
  deadlines: Deadlines;
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
  readonly #turns = new Turns();
  /** When a count last went out. Lost with the instance: then one goes out early. */
  readonly #sentAt = new Map<string, number>();

  constructor(private readonly parts: Parts) {}

  async publish(frame: ServerFrame, now: number): Promise<void> {
    if (frame.type !== "like_update" && frame.type !== "comment_update") {
      await this.#turns.run(() => this.#send(frame));
      return;
    }
    const key = `${frame.type}:${frame.payload.postId}`;
    const free = (this.#sentAt.get(key) ?? 0) + COUNTS_TOGETHER_MS;
    if (now < free) return this.#hold(key, frame, free);
    if (this.parts.fanOut.isBusy()) return this.#hold(key, frame, now + COUNTS_TOGETHER_MS);
    this.#forgetBefore(now - COUNTS_TOGETHER_MS);
    await this.#sendOrHold(key, frame, now);
  }

  /** Sends the counts that were held: as many as an event may, and none while parts of an earlier fan-out wait. */
  async sendHeld(now: number): Promise<void> {
    const { storage, deadlines, fanOut } = this.parts;
    const held = [...storage.kv.list<CountFrame>({ prefix: "held:" })];
    let calls = 0;
    let last = 0;
    for (const [key, frame] of held) {
      if (fanOut.isBusy()) return deadlines.set("counts", now + COUNTS_TOGETHER_MS);
      // All go to the same audience: the next makes as many calls as the last.
      if (calls > 0 && calls + last > fanOut.size) return deadlines.set("counts", now);
      // Before it is sent: a change that comes while it is on its way is held for the next time.
      storage.kv.delete(key);
      last = await this.#sendOrHold(key.slice("held:".length), frame, now);
      calls += last;
    }
  }

  #hold(key: string, frame: CountFrame, until: number): void {
    const { storage, deadlines } = this.parts;
    if (storage.kv.get(`held:${key}`) === undefined) storage.kv.put(`held:${key}`, frame);
    if (deadlines.get("counts") === null) deadlines.set("counts", until);
  }

  /** @throws what has kept it from being sent; then it is held, to be sent later */
  async #sendOrHold(key: string, frame: CountFrame, now: number): Promise<number> {
    this.#sentAt.set(key, now);
    try {
      return await this.#turns.run(() => this.#sendCount(frame));
    } catch (error) {
      this.#hold(key, frame, Date.now() + COUNTS_TOGETHER_MS);
      throw error;
    }
  }

  /** @returns calls of hubs and of the database */
  async #sendCount(frame: CountFrame): Promise<number> {
    const counts = await readCounts(this.parts.db, frame.payload.postId);
    if (!counts) return 1;
    const count = frame.type === "like_update" ? counts.likes : counts.comments;
    return 1 + (await this.#send({ ...frame, payload: { ...frame.payload, count } }));
  }

  async #send(frame: ServerFrame): Promise<number> {
    const { sockets, fanOut, db, memberId } = this.parts;
    sockets.send(frame);
    const audience = await listOnlineAudience(db, memberId());
    return 1 + (await fanOut.send(audience.map((to) => ({ to, frame }))));
  }

  #forgetBefore(time: number): void {
    for (const [key, at] of this.#sentAt) if (at < time) this.#sentAt.delete(key);
  }
}
