/** What a hub has to do at a time of its own: see the parts that set them. */
export type AlarmTask = "go-offline" | "check-sockets" | "send-counts" | "retry-deliveries" | "send-chunk";

const RETRY_MS = 5000;

/**
 * Several alarms on the one alarm that a Durable Object has. They lie in storage, so that they come after an eviction
 * and after a crash as well.
 */
export class AlarmSchedule {
  /** The alarm as far as this instance knows it: saves writing what is already there. */
  #armed: number | null | undefined;

  /** What is being done: its key says when it is done again if that is cut short. */
  #doing: AlarmTask | undefined;

  constructor(private readonly storage: DurableObjectStorage) {}

  /** @param at milliseconds since 1970; in the past means at once */
  set(name: AlarmTask, at: number): void {
    if (this.#doing === name) this.#doing = undefined;
    this.storage.kv.put(`due:${name}`, at);
    this.#arm();
  }

  /** While it is being done, the time that has been set meanwhile. */
  get(name: AlarmTask): number | null {
    if (this.#doing === name) return null;
    return this.storage.kv.get<number>(`due:${name}`) ?? null;
  }

  /** Whether it is set or being done. */
  isPending(name: AlarmTask): boolean {
    return this.#doing === name || this.get(name) !== null;
  }

  clear(name: AlarmTask): void {
    if (this.storage.kv.delete(`due:${name}`)) this.#arm();
  }

  /**
   * Does what has been due longest; what else is due comes by the next alarm, at once, for each may make as many calls as
   * one event is allowed. What fails, or is cut off with its instance, is done again, and keeps nothing else from being
   * done.
   */
  async run(now: number, act: (name: AlarmTask) => Promise<void>): Promise<void> {
    this.#armed = undefined;
    const [name] =
      this.#all()
        .sort(([, a], [, b]) => a - b)
        .find(([, at]) => at <= now) ?? [];
    if (name) {
      // No alarm for it: one whose instance dies comes again by itself.
      this.storage.kv.put(`due:${name}`, now + RETRY_MS);
      this.#doing = name;
      try {
        await act(name);
        if (this.#doing === name) this.storage.kv.delete(`due:${name}`);
      } catch (error) {
        console.error(error);
      }
      this.#doing = undefined;
    }
    this.#arm();
  }

  #all(): [AlarmTask, number][] {
    // Written by `set` and `run` alone.
    return [...this.storage.kv.list<number>({ prefix: "due:" })].map(([key, at]) => [
      key.slice(4) as AlarmTask,
      at,
    ]);
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
