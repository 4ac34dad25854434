import { logError } from "~/platform/log";

/** The tasks of a hub that run at a time of their own. */
export type AlarmTask =
  | "go-offline"
  | "check-sockets"
  | "check-sessions"
  | "send-counts"
  | "retry-deliveries"
  | "send-chunk"
  | "unsubscribe"
  | "chat-steps"
  | "send-pushes";

const RETRY_MS = 5000;

/**
 * Schedules several tasks on the one alarm of a Durable Object. The times are stored, so a task also runs after an eviction
 * or a crash.
 */
export class AlarmSchedule {
  /** The alarm as this instance knows it; avoids rewriting an unchanged alarm. */
  #armed: number | null | undefined;

  /** The task that is running. Its stored time is then that of its retry, should it fail or be cut short. */
  #running: AlarmTask | undefined;

  constructor(private readonly storage: DurableObjectStorage) {}

  /** Schedules a task, replacing its earlier time. @param at milliseconds since 1970; a time in the past means at once */
  set(task: AlarmTask, at: number): void {
    if (this.#running === task) this.#running = undefined;
    this.storage.kv.put(`due:${task}`, at);
    this.#arm();
  }

  /** Returns when a task is scheduled, or null. For a running task: the time that was set since it started. */
  get(task: AlarmTask): number | null {
    if (this.#running === task) return null;
    return this.storage.kv.get<number>(`due:${task}`) ?? null;
  }

  /** Returns whether a task is scheduled or running. */
  isPending(task: AlarmTask): boolean {
    return this.#running === task || this.get(task) !== null;
  }

  /** Cancels a task. */
  clear(task: AlarmTask): void {
    if (this.storage.kv.delete(`due:${task}`)) this.#arm();
  }

  /**
   * Runs the task that has been due longest. The other due tasks run with the next alarm, at once, because each may make as
   * many calls as one event is allowed. A task that fails, or is cut short by a crash, runs again after 5 seconds and does
   * not hold up the others.
   */
  async run(now: number, runTask: (task: AlarmTask) => Promise<void>): Promise<void> {
    this.#armed = undefined;
    const [task] =
      this.#all()
        .sort(([, a], [, b]) => a - b)
        .find(([, at]) => at <= now) ?? [];
    if (task) {
      // No alarm is set for it: the runtime repeats an alarm whose instance dies.
      this.storage.kv.put(`due:${task}`, now + RETRY_MS);
      this.#running = task;
      try {
        await runTask(task);
        if (this.#running === task) this.storage.kv.delete(`due:${task}`);
      } catch (error) {
        logError(error);
      }
      this.#running = undefined;
    }
    this.#arm();
  }

  #all(): [AlarmTask, number][] {
    // Only `set` and `run` write these keys.
    return [...this.storage.kv.list<number>({ prefix: "due:" })].map(([key, at]) => [
      key.slice("due:".length) as AlarmTask,
      at,
    ]);
  }

  #arm(): void {
    const times = this.#all().map(([, at]) => at);
    const next = times.length > 0 ? Math.min(...times) : null;
    if (next === this.#armed) return;
    this.#armed = next;
    // Not awaited: the output gate holds back every reply until the write is durable.
    void (next === null ? this.storage.deleteAlarm() : this.storage.setAlarm(next));
  }
}
