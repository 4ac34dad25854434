import { batchRows } from "~/db/batch";
import type { Db } from "~/db/client";
import { subscribeMember, unsubscribe } from "~/domain/presence/hub-subscriptions";
import type { AlarmSchedule } from "./alarm-schedule";

/** A hub stays subscribed for this time after its last read (docs/decisions/0072-the-hub-answers.md has the costs). */
export const SUBSCRIBED_MS = 5 * 60_000;

const SINCE = "subscribed";

interface Dependencies {
  storage: DurableObjectStorage;
  db: Db;
  alarms: AlarmSchedule;
}

/** The hub's row in `hub_subscriptions`, by which it receives every event that changes what it has cached. */
export class HubSubscription {
  /** The subscription that is being stored. */
  #starting: { since: string; count: number } | null = null;

  constructor(private readonly deps: Dependencies) {}

  /** Returns the time that names the subscription; undefined while it is not known to be stored. */
  since(): string | undefined {
    return this.deps.storage.kv.get<string>(SINCE);
  }

  /** Returns whether the hub is subscribed, or about to be. */
  isActive(): boolean {
    return this.#starting !== null || this.since() !== undefined;
  }

  /** Subscribes a member's hub for its sockets. @throws the database's error */
  async start(member: string): Promise<void> {
    if (this.since() !== undefined) return;
    await this.startWith(async (since) => {
      await batchRows(this.deps.db, [subscribeMember({ member, since })]);
      return true;
    });
  }

  /**
   * Runs work that stores a subscription and returns whether it did. Works that run at once store the same one.
   * @returns what the work returns
   */
  async startWith(work: (since: string) => Promise<boolean>): Promise<boolean> {
    const starting = this.#starting ?? { since: new Date().toISOString(), count: 0 };
    this.#starting = starting;
    starting.count += 1;
    try {
      const isStored = await work(starting.since);
      if (isStored && this.since() === undefined) {
        this.deps.storage.kv.put(SINCE, starting.since);
        this.endLater();
      }
      return isStored;
    } finally {
      starting.count -= 1;
      if (starting.count === 0) this.#starting = null;
    }
  }

  /** Schedules the end, at which `ReadCache.leave` checks whether anybody reads. */
  endLater(): void {
    this.deps.alarms.set("unsubscribe", Date.now() + SUBSCRIBED_MS);
  }

  /** Forgets the subscription. A row of it that is left is removed by the next hub that sends to it. */
  forget(): void {
    this.deps.storage.kv.delete(SINCE);
  }

  /** Removes the row of a subscription. @throws the database's error */
  remove(member: string, since: string): Promise<void> {
    return unsubscribe(this.deps.db, { member, since });
  }
}
