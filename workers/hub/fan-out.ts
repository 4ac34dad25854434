import type { Db } from "~/db/client";
import { removeStaleOnline } from "~/domain/presence/online-members";
import type { Envelope } from "~/platform/realtime";
import type { AlarmSchedule } from "./alarm-schedule";
import type { DeliveryQueue } from "./delivery-queue";

/** Younger entries of the list of who is online may belong to a hub that is just waking up. */
const SETTLED_MS = 10_000;

const CHUNK = "chunk:";

interface Dependencies {
  storage: DurableObjectStorage;
  db: Db;
  alarms: AlarmSchedule;
  deliveries: DeliveryQueue;
}

/**
 * Frames for many members, in no more calls than an event may make. What is more lies in storage, in parts, and goes out
 * by alarm, one part an event, in the order in which it was handed over. A part that was cut short goes out again as a
 * whole: every frame that is told to many says how something is now, and may be heard twice.
 */
export class FanOut {
  constructor(
    private readonly deps: Dependencies,
    /** Calls an event. */
    readonly size: number,
  ) {}

  /** Sends now, or writes down. Who calls it sees to it that one call ends before the next. @returns how many were sent now */
  async send(envelopes: Envelope[]): Promise<number> {
    if (envelopes.length <= this.size && !this.isBusy()) {
      await this.#forget(await this.#post(envelopes));
      return envelopes.length;
    }
    const { storage, alarms } = this.deps;
    const [last] = storage.kv.list({ prefix: CHUNK, reverse: true, limit: 1 });
    // From the time on: a part that is on its way while all is deleted (`leave`) shares its number with none that comes after.
    let number = Math.max(last ? Number(last[0].slice(CHUNK.length)) : 0, Date.now());
    for (let at = 0; at < envelopes.length; at += this.size) {
      storage.kv.put(`${CHUNK}${++number}`, envelopes.slice(at, at + this.size));
    }
    alarms.set("send-chunk", Date.now());
    return 0;
  }

  /** Whether parts wait: what is sent meanwhile comes after them. */
  isBusy(): boolean {
    return this.#first() !== undefined;
  }

  /** Sends the part whose turn it is. */
  async sendChunk(): Promise<void> {
    const { storage, alarms } = this.deps;
    const first = this.#first();
    if (!first) return;
    const [key, envelopes] = first;
    const absent = await this.#post(envelopes);
    storage.kv.delete(key);
    if (this.isBusy()) alarms.set("send-chunk", Date.now());
    await this.#forget(absent);
  }

  #first(): [string, Envelope[]] | undefined {
    return [...this.deps.storage.kv.list<Envelope[]>({ prefix: CHUNK, limit: 1 })][0];
  }

  /** @returns who turned out not to be online */
  async #post(envelopes: Envelope[]): Promise<string[]> {
    const absent: string[] = [];
    await Promise.all(
      envelopes.map(async ({ to, frame }) => {
        if (!(await this.deps.deliveries.send(to, frame))) absent.push(to);
      }),
    );
    return absent;
  }

  async #forget(absent: string[]): Promise<void> {
    if (absent.length > 0) await removeStaleOnline(this.deps.db, absent, new Date(Date.now() - SETTLED_MS));
  }
}
