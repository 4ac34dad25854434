import type { ServerFrame } from "~/contract/channel";
import { COUNTS_TOGETHER_MS } from "~/contract/limits";
import type { Db } from "~/db/client";
import { readCounts } from "~/domain/posts/read-counts";
import { forgetOnline, listOnlineCircle } from "~/domain/presence/online-members";
import type { Deadlines } from "./deadlines";
import type { Outbox } from "./outbox";
import type { Sockets } from "./sockets";
import { Turns } from "./turns";

/** Younger entries of the list of who is online may belong to a hub that is just waking up. */
const SETTLED_MS = 10_000;

interface Parts {
  storage: DurableObjectStorage;
  db: Db;
  sockets: Sockets;
  deadlines: Deadlines;
  outbox: Outbox;
  memberId: () => string;
}

type CountFrame = Extract<ServerFrame, { type: "like_update" | "comment_update" }>;

/**
 * What concerns a member's posts, on its way to the member and their connections that are online. The first change of a
 * post's count goes out at once; those that follow within a second go as one. The count that is sent is the one stored
 * when it is sent, so that two likes which overtake each other on the way here end right.
 */
export class Circle {
  readonly #turns = new Turns();
  /** When a count last went out. Lost with the instance: then one goes out early. */
  readonly #sentAt = new Map<string, number>();

  constructor(private readonly parts: Parts) {}

  async tell(frame: ServerFrame, now: number): Promise<void> {
    if (frame.type !== "like_update" && frame.type !== "comment_update") {
      return this.#turns.run(() => this.#send(frame));
    }
    const key = `${frame.type}:${frame.payload.postId}`;
    const free = (this.#sentAt.get(key) ?? 0) + COUNTS_TOGETHER_MS;
    if (now < free) return this.#hold(key, frame, free);
    this.#forgetBefore(now - COUNTS_TOGETHER_MS);
    this.#sentAt.set(key, now);
    return this.#turns.run(() => this.#sendCount(frame));
  }

  /** Sends the counts that were held. */
  async sendHeld(now: number): Promise<void> {
    const held = [...this.parts.storage.kv.list<CountFrame>({ prefix: "held:" })];
    for (const [key, frame] of held) {
      this.parts.storage.kv.delete(key);
      this.#sentAt.set(key.slice("held:".length), now);
      await this.#turns.run(() => this.#sendCount(frame));
    }
  }

  #hold(key: string, frame: CountFrame, until: number): void {
    const { storage, deadlines } = this.parts;
    if (storage.kv.get(`held:${key}`) === undefined) storage.kv.put(`held:${key}`, frame);
    if (deadlines.get("counts") === null) deadlines.set("counts", until);
  }

  async #sendCount(frame: CountFrame): Promise<void> {
    const counts = await readCounts(this.parts.db, frame.payload.postId);
    if (!counts) return;
    const count = frame.type === "like_update" ? counts.likes : counts.comments;
    await this.#send({ ...frame, payload: { ...frame.payload, count } });
  }

  async #send(frame: ServerFrame): Promise<void> {
    const { sockets, outbox, db, memberId } = this.parts;
    sockets.send(frame);
    const circle = await listOnlineCircle(db, memberId());
    const absent: string[] = [];
    await Promise.all(
      circle.map(async (id) => {
        if (!(await outbox.send(id, frame))) absent.push(id);
      }),
    );
    if (absent.length > 0) await forgetOnline(db, absent, new Date(Date.now() - SETTLED_MS));
  }

  #forgetBefore(time: number): void {
    for (const [key, at] of this.#sentAt) if (at < time) this.#sentAt.delete(key);
  }
}
