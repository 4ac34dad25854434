import { backOff } from "~/contract/back-off";
import { DAY_MS, MINUTE_MS } from "~/contract/time";
import { logError } from "~/platform/log";
import { RETRIES } from "~/platform/retry";

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

const LONGEST_MS = 10 * MINUTE_MS;
/** A task that is late by this much has lost its alarm. */
const LOST_MS = 5 * MINUTE_MS;

/** A scheduled task, as stored: its time in milliseconds since 1970, and its failed runs in a row. */
type Due = number | { at: number; failures: number };

/**
 * Schedules several tasks on the one alarm of a Durable Object. The times are stored, so a task also runs after an
 * eviction or a crash.
 */
export class AlarmSchedule {
  /** The alarm as this instance knows it; avoids rewriting an unchanged alarm. */
  #armed: number | null | undefined;

  /** The task that is running. Its stored time is then that of its retry, should it fail or be cut short. */
  #running: AlarmTask | undefined;

  constructor(private readonly storage: DurableObjectStorage) {}

  /**
   * Schedules a task, replacing its earlier time. One that has failed runs no earlier than its retry.
   * @param at milliseconds since 1970; a time in the past means at once
   */
  set(task: AlarmTask, at: number): void {
    const isOwn = this.#running === task;
    if (isOwn) this.#running = undefined;
    const before = isOwn ? undefined : this.storage.kv.get<Due>(`due:${task}`);
    const failures = failuresOf(before);
    const due = failures === 0 ? at : { at: Math.max(at, timeOf(before)), failures };
    this.storage.kv.put(`due:${task}`, due satisfies Due);
    this.#arm();
  }

  /** Returns when a task is scheduled, or null. For a running task: the time that was set since it started. */
  get(task: AlarmTask): number | null {
    if (this.#running === task) return null;
    const due = this.storage.kv.get<Due>(`due:${task}`);
    return due === undefined ? null : this.#bounded(task, due).at;
  }

  /** Returns whether a task is scheduled or running. */
  isPending(task: AlarmTask): boolean {
    return this.#running === task || this.get(task) !== null;
  }

  /** Cancels a task. */
  clear(task: AlarmTask): void {
    if (this.storage.kv.delete(`due:${task}`)) this.#arm();
  }

  /** Drops what is known of the alarm, after the storage was emptied. A running task may set itself again. */
  forget(): void {
    this.#armed = undefined;
  }

  /**
   * Sets the alarm again when tasks are late: the platform gives up an alarm whose instance has died six times in a row
   * (Cloudflare docs, Durable Objects "Alarms"). Call it when an instance starts.
   */
  recover(now: number): void {
    if (this.#all().some(({ at }) => at <= now - LOST_MS)) this.#arm();
  }

  /**
   * Runs the task that has been due longest. The other due tasks run with the next alarm, at once, because each may
   * make as many calls as one event is allowed. A task that fails, or is cut short by a crash, does not hold up the
   * others: unless it has set its next time itself, it runs again after 5 seconds, doubled each time, at most an hour.
   */
  async run(now: number, runTask: (task: AlarmTask) => Promise<void>): Promise<void> {
    this.#armed = undefined;
    const [due] = this.#all()
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at);
    if (due) {
      const { task, failures } = due;
      // Stored before the run, which a crash can end. Sets no alarm: the runtime repeats one whose instance dies.
      const retry = { at: now + backOff(failures, RETRIES.task), failures: failures + 1 };
      this.storage.kv.put(`due:${task}`, retry satisfies Due);
      this.#running = task;
      try {
        await runTask(task);
        if (this.#running === task) this.storage.kv.delete(`due:${task}`);
      } catch (error) {
        logError(error, { task, failures: retry.failures });
      }
      this.#running = undefined;
    }
    this.#arm();
  }

  #all(): { task: AlarmTask; at: number; failures: number }[] {
    // Only `set` and `run` write these keys.
    return [...this.storage.kv.list<Due>({ prefix: "due:" })].map(([key, due]) => {
      const task = key.slice("due:".length) as AlarmTask;
      return { task, ...this.#bounded(task, due) };
    });
  }

  /** Returns a stored task, whose time it stores anew when it is too late. */
  #bounded(task: AlarmTask, due: Due): { at: number; failures: number } {
    const [at, failures] = [timeOf(due), failuresOf(due)];
    const latest = Date.now() + longestOf(task, failures);
    if (at <= latest) return { at, failures };
    this.storage.kv.put(`due:${task}`, { at: latest, failures } satisfies Due);
    this.#arm();
    return { at: latest, failures };
  }

  #arm(): void {
    const times = this.#all().map(({ at }) => at);
    const next = times.length > 0 ? Math.min(...times) : null;
    if (next === this.#armed) return;
    this.#armed = next;
    // Not awaited: the output gate holds back every reply until the write is durable.
    void (next === null ? this.storage.deleteAlarm() : this.storage.setAlarm(next));
  }
}

/**
 * Returns the longest time for which a task is scheduled, in milliseconds. One with a later time was scheduled before
 * the clock was set back, and would wait until the clock has made up for it.
 */
function longestOf(task: AlarmTask, failures: number): number {
  // Pushes wait for the end of the member's quiet hours.
  if (task === "send-pushes") return DAY_MS;
  return failures > 0 ? RETRIES.task.longestMs : LONGEST_MS;
}

const timeOf = (due: Due | undefined): number => (typeof due === "object" ? due.at : (due ?? 0));
const failuresOf = (due: Due | undefined): number => (typeof due === "object" ? due.failures : 0);
