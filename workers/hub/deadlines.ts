/** What a hub has to do at a time of its own: see the parts that set them. */
export type Deadline = "offline" | "listen" | "counts" | "outbox" | "parts";

const RETRY_MS = 5000;

/**
 * Several deadlines on the one alarm that a Durable Object has. They lie in storage, so that they come after an eviction
 * and after a crash as well.
 */
export class Deadlines {
  /** The alarm as far as this instance knows it: saves writing what is already there. */
  #armed: number | null | undefined;

  constructor(private readonly storage: DurableObjectStorage) {}

  /** @param at milliseconds since 1970; in the past means at once */
  set(name: Deadline, at: number): void {
    this.storage.kv.put(`due:${name}`, at);
    this.#arm();
  }

  get(name: Deadline): number | null {
    return this.storage.kv.get<number>(`due:${name}`) ?? null;
  }

  /** Whether it is set or being done: while it is being done, `get` knows only of a next time. */
  isPending(name: Deadline): boolean {
    return this.get(name) !== null || this.storage.kv.get(`again:${name}`) !== undefined;
  }

  clear(name: Deadline): void {
    const { kv } = this.storage;
    if ([kv.delete(`due:${name}`), kv.delete(`again:${name}`)].includes(true)) this.#arm();
  }

  /**
   * Does what has been due longest; what else is due comes by the next alarm, at once, for each may make as many calls as
   * one event is allowed. What fails, or is cut off with its instance, is done again, and keeps nothing else from being
   * done.
   */
  async run(now: number, act: (name: Deadline) => Promise<void>): Promise<void> {
    this.#armed = undefined;
    const { kv } = this.storage;
    const [name] =
      this.#all()
        .sort(([, a], [, b]) => a - b)
        .find(([, at]) => at <= now) ?? [];
    if (name) {
      const due = this.get(name);
      if (due !== null && due <= now) kv.delete(`due:${name}`);
      kv.put(`again:${name}`, now + RETRY_MS);
      this.#arm();
      try {
        await act(name);
        kv.delete(`again:${name}`);
      } catch (error) {
        console.error(error);
      }
    }
    this.#arm();
  }

  #all(): [Deadline, number][] {
    // Written by `set` and `run` alone.
    return ["due:", "again:"].flatMap((prefix) =>
      [...this.storage.kv.list<number>({ prefix })].map(([key, at]): [Deadline, number] => [
        key.slice(prefix.length) as Deadline,
        at,
      ]),
    );
  }

  #arm(): void {
    const times = this.#all().map(([, at]) => at);
    const next = times.length > 0 ? Math.min(...times) : null;
    if (next === this.#armed) return;
    this.#armed = next;
    // Not awaited: the output gate holds whatever this object says until its writes are safe.
    void (next === null ? this.storage.deleteAlarm() : this.storage.setAlarm(next));
  }
}
