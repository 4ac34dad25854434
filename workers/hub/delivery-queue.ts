import { backOff } from "~/contract/back-off";
import { logError } from "~/platform/log";
import type { Envelope } from "~/platform/realtime";
import { RETRIES } from "~/platform/retry";
import type { AlarmSchedule } from "./alarm-schedule";
import type { Delivery, Received } from "./call-hub";
import { subjectOf } from "./frame-facts";

/** A frame that waits to be delivered, as stored. */
interface Waiting extends Envelope {
  attempts: number;
  /** The next attempt, in milliseconds since 1970. */
  dueAt: number;
}

const PREFIX = "delivery:";
/** Deliveries per event; tests set fewer. A Durable Object may make 1,000 calls per event; a delivery may take two. */
export const callsPerEvent = { max: 500 };

/**
 * Delivers frames to other members' hubs. A frame that cannot be delivered is stored and resent by alarm, with
 * exponential back-off; a newer frame about the same subject replaces it.
 */
export class DeliveryQueue {
  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly alarms: AlarmSchedule,
    /** Throws when the recipient's hub cannot be reached. */
    private readonly deliver: (delivery: Delivery) => Promise<Received>,
  ) {}

  /** Delivers a frame, or enqueues it. @returns what the recipient's hub returns; null when it was not reached */
  send({ to, frame }: Envelope): Promise<Received | null> {
    return this.sendTogether({ to, frames: [frame] });
  }

  /** Does the same for several frames to one member, in one call. */
  async sendTogether(delivery: Delivery): Promise<Received | null> {
    const envelopes = delivery.frames.map((frame) => ({ to: delivery.to, frame }));
    try {
      const received = await this.deliver(delivery);
      // An older frame about the same subject must not arrive after this one.
      if (this.alarms.isPending("retry-deliveries"))
        for (const envelope of envelopes) this.storage.kv.delete(storageKey(envelope));
      return received;
    } catch (error) {
      for (const envelope of envelopes) {
        logError(error, { event: "frame queued", type: envelope.frame.type });
        this.enqueue(envelope);
      }
      return null;
    }
  }

  /** Stores a frame that could not be delivered; its next attempt is due in a second. */
  enqueue(envelope: Envelope): void {
    const key = storageKey(envelope);
    const waiting = this.storage.kv.get<Waiting>(key)?.frame;
    const isUndone = waiting?.type.endsWith("_deleted") && !envelope.frame.type.endsWith("_deleted");
    if (!isUndone) this.#store(key, envelope, 1);
  }

  /** Resends the frames that are due, longest waiting first, at most 500. Drops a frame after ten failed attempts. */
  async retry(now: number): Promise<void> {
    // Later than any delay: the clock was set back since.
    const due = this.#all().filter(([, { dueAt }]) => dueAt <= now || dueAt > now + RETRIES.frame.longestMs);
    await Promise.all(due.slice(0, callsPerEvent.max).map(([key, delivery]) => this.#resend(key, delivery)));
    const [next] = this.#all();
    if (next) this.alarms.set("retry-deliveries", next[1].dueAt);
  }

  async #resend(key: string, { to, frame, attempts }: Waiting): Promise<void> {
    const envelope = { to, frame };
    const isLast = attempts >= RETRIES.frame.attempts;
    const isDelivered = await this.deliver({ to, frames: [frame], isLate: true }).then(
      () => true,
      (error: unknown) => {
        if (isLast) logError(error, { event: "frame dropped", type: frame.type });
        return false;
      },
    );
    if (!this.#isCurrent(key, frame)) return;
    if (isDelivered || isLast) this.storage.kv.delete(key);
    else this.#store(key, envelope, attempts + 1);
  }

  #store(key: string, envelope: Envelope, attempts: number): void {
    const dueAt = Date.now() + backOff(attempts - 1, RETRIES.frame);
    this.storage.kv.put(key, { ...envelope, attempts, dueAt } satisfies Waiting);
    const scheduled = this.alarms.get("retry-deliveries");
    if (scheduled === null || dueAt < scheduled) this.alarms.set("retry-deliveries", dueAt);
  }

  #all(): [string, Waiting][] {
    return [...this.storage.kv.list<Waiting>({ prefix: PREFIX })].sort(([, a], [, b]) => a.dueAt - b.dueAt);
  }

  /** Returns false when a newer frame about the same subject has replaced this one while it was in flight. */
  #isCurrent(key: string, frame: Envelope["frame"]): boolean {
    return JSON.stringify(this.storage.kv.get<Waiting>(key)?.frame) === JSON.stringify(frame);
  }
}

function storageKey({ to, frame }: Envelope): string {
  return `${PREFIX}${to}:${subjectOf(frame)}`;
}
