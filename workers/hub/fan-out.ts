import type { Db } from "~/db/client";
import { removeStaleOnline } from "~/domain/presence/online-members";
import type { Envelope } from "~/platform/realtime";
import type { Deadlines } from "./deadlines";
import type { Outbox } from "./outbox";

/** Younger entries of the list of who is online may belong to a hub that is just waking up. */
const SETTLED_MS = 10_000;

const PART = "part:";

interface Parts {
  storage: DurableObjectStorage;
  db: Db;
  deadlines: Deadlines;
  outbox: Outbox;
}

/**
 * Frames for many members, in no more calls than an event may make. What is more lies in storage, in parts, and goes out
 * by alarm, one part an event, in the order in which it was handed over. A part that was cut short goes out again as a
 * whole: every frame that is told to many says how something is now, and may be heard twice.
 */
export class FanOut {
  constructor(
    private readonly parts: Parts,
    /** Calls an event. */
    readonly size: number,
  ) {}

  /** Sends now, or writes down. Who calls it sees to it that one call ends before the next. @returns how many were sent now */
  async send(envelopes: Envelope[]): Promise<number> {
    if (envelopes.length <= this.size && !this.isBusy()) {
      await this.#forget(await this.#post(envelopes));
      return envelopes.length;
    }
    const { storage, deadlines } = this.parts;
    const [last] = storage.kv.list({ prefix: PART, reverse: true, limit: 1 });
    // From the time on: a part that is on its way while all is deleted (`leave`) shares its number with none that comes after.
    let number = Math.max(last ? Number(last[0].slice(PART.length)) : 0, Date.now());
    for (let at = 0; at < envelopes.length; at += this.size) {
      storage.kv.put(`${PART}${++number}`, envelopes.slice(at, at + this.size));
    }
    deadlines.set("parts", Date.now());
    return 0;
  }

  /** Whether parts wait: what is sent meanwhile comes after them. */
  isBusy(): boolean {
    return this.#first() !== undefined;
  }

  /** Sends the part whose turn it is. */
  async sendPart(): Promise<void> {
    const { storage, deadlines } = this.parts;
    const first = this.#first();
    if (!first) return;
    const [key, envelopes] = first;
    const absent = await this.#post(envelopes);
    storage.kv.delete(key);
    if (this.isBusy()) deadlines.set("parts", Date.now());
    await this.#forget(absent);
  }

  #first(): [string, Envelope[]] | undefined {
    return [...this.parts.storage.kv.list<Envelope[]>({ prefix: PART, limit: 1 })][0];
  }

  /** @returns who turned out not to be online */
  async #post(envelopes: Envelope[]): Promise<string[]> {
    const absent: string[] = [];
    await Promise.all(
      envelopes.map(async ({ to, frame }) => {
        if (!(await this.parts.outbox.send(to, frame))) absent.push(to);
      }),
    );
    return absent;
  }

  async #forget(absent: string[]): Promise<void> {
    if (absent.length > 0) await removeStaleOnline(this.parts.db, absent, new Date(Date.now() - SETTLED_MS));
  }
}
