import type { Db } from "~/db/client";
import { removeStaleSubscriptions } from "~/domain/presence/hub-subscriptions";
import { removeStaleOnline } from "~/domain/presence/online-members";
import type { Envelope } from "~/platform/realtime";
import type { AlarmSchedule } from "./alarm-schedule";
import { callsPerEvent, type DeliveryQueue } from "./delivery-queue";

/** Younger entries in the lists of online members and of subscriptions may belong to a hub that is just starting. */
const SETTLED_MS = 10_000;

const CHUNK = "chunk:";

interface Dependencies {
  storage: DurableObjectStorage;
  db: Db;
  alarms: AlarmSchedule;
  deliveries: DeliveryQueue;
}

/**
 * Sends frames to many members within the calls that one event may make. Envelopes beyond that are stored in chunks and
 * sent by alarm, one chunk per event, first in, first out. A chunk that was cut short is sent again as a whole, so
 * delivery is at least once: every frame that goes to many states the current value and is idempotent.
 */
export class FanOut {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Sends the envelopes now, or stores them in chunks when they are too many or earlier chunks wait. Callers await one
   * call before the next, which keeps the order.
   * @returns how many envelopes were sent now
   */
  async send(envelopes: Envelope[]): Promise<number> {
    const { max } = callsPerEvent;
    if (envelopes.length <= max && !this.isBusy()) {
      await this.#deliver(envelopes);
      return envelopes.length;
    }
    const { storage, alarms } = this.deps;
    const [last] = storage.kv.list({ prefix: CHUNK, reverse: true, limit: 1 });
    // Numbered from the current time: when `accountClosed` empties the storage, a chunk in flight has the number of
    // no later chunk.
    let number = Math.max(last ? Number(last[0].slice(CHUNK.length)) : 0, Date.now());
    for (let at = 0; at < envelopes.length; at += max) {
      storage.kv.put(`${CHUNK}${++number}`, envelopes.slice(at, at + max));
    }
    alarms.set("send-chunk", Date.now());
    return 0;
  }

  /** Returns whether chunks wait; envelopes sent meanwhile are queued behind them. */
  isBusy(): boolean {
    return this.#first() !== undefined;
  }

  /** Sends the oldest chunk. */
  async sendChunk(): Promise<void> {
    const { storage, alarms } = this.deps;
    const first = this.#first();
    if (!first) return;
    const [key, envelopes] = first;
    await this.#deliver(envelopes, () => {
      storage.kv.delete(key);
      if (this.isBusy()) alarms.set("send-chunk", Date.now());
    });
  }

  #first(): [string, Envelope[]] | undefined {
    return [...this.deps.storage.kv.list<Envelope[]>({ prefix: CHUNK, limit: 1 })][0];
  }

  /**
   * Delivers the envelopes; then removes the recipients who do not ask for them from the list that named them: online
   * members for presence, subscriptions for everything else.
   */
  async #deliver(envelopes: Envelope[], onDelivered = () => {}): Promise<void> {
    const { db, deliveries } = this.deps;
    const before = new Date(Date.now() - SETTLED_MS);
    const offline: string[] = [];
    const unsubscribed: string[] = [];
    await Promise.all(
      envelopes.map(async (envelope) => {
        const listening = await deliveries.send(envelope);
        const isPresence = envelope.frame.type === "online" || envelope.frame.type === "offline";
        if (isPresence && listening?.isOnline === false) offline.push(envelope.to);
        if (!isPresence && listening?.isSubscribed === false) unsubscribed.push(envelope.to);
      }),
    );
    onDelivered();
    if (offline.length > 0) await removeStaleOnline(db, offline, before);
    if (unsubscribed.length > 0) await removeStaleSubscriptions(db, unsubscribed, before);
  }
}
