import { sleep } from "~/contract/time";
import { elapsedMs } from "./elapsed";

/** Lengths of time are in milliseconds. */
interface Rules {
  /** Limit of running and waiting jobs together. */
  maxJobs: number;
  /** A job without a heartbeat for this long belongs to a request that was cancelled: its code has ended at a timer. */
  abandonedMs: number;
  /** Each job ahead takes at least this long: the longer the queue, the fewer timers. */
  pollMs: number;
  /** Time for other requests after a job. */
  restMs: number;
  /** The error of a job beyond the limit. */
  full: () => Error;
  /** The error of a job that resumes after it was dropped as abandoned: another one may be running. */
  dropped: () => Error;
}

interface Caller {
  /** Groups take turns, each in order of arrival. */
  group?: string;
  /** Called around each pause. @throws when the caller has cancelled the job */
  assertWanted: () => void;
}

interface Job {
  group: string;
  /** Jobs run by round: a group has one job in each. */
  round: number;
  /** The time of the last heartbeat. */
  seen: number;
}

/** Runs the jobs of an isolate one at a time. */
export class ExecutionQueue {
  /** In the order of their turns. The first one may be running. */
  readonly #jobs: Job[] = [];
  /** The end of the pause after the last job. */
  #restsUntil = 0;
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  /**
   * Runs `work` when it is its turn. Its checkpoint yields to other work of the isolate, and is the job's heartbeat.
   * @throws the error of `full`, `dropped` or `assertWanted`
   */
  async run<Result>(
    { group = "", assertWanted }: Caller,
    work: (checkpoint: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    this.#dropAbandoned();
    if (this.#jobs.length >= this.#rules.maxJobs) throw this.#rules.full();
    const job = this.#enqueue(group);
    const pause = async (ms: number) => {
      this.#beat(job, assertWanted);
      await sleep(ms);
      this.#beat(job, assertWanted);
    };
    try {
      while (!this.#isTurnOf(job)) {
        const restMs = Math.max(0, this.#restsUntil - elapsedMs());
        await pause(restMs + this.#rules.pollMs * this.#jobs.indexOf(job));
      }
      return await work(() => pause(0));
    } finally {
      if (this.#jobs[0] === job) this.#restsUntil = elapsedMs() + this.#rules.restMs;
      this.#remove(job);
    }
  }

  /** Adds a job behind all jobs of its round and of earlier ones. */
  #enqueue(group: string): Job {
    const own = this.#jobs.filter((job) => job.group === group).length;
    const job = { group, round: (this.#jobs[0]?.round ?? 0) + own, seen: elapsedMs() };
    this.#jobs.splice(this.#jobs.findLastIndex(({ round }) => round <= job.round) + 1, 0, job);
    return job;
  }

  #isTurnOf(job: Job): boolean {
    this.#dropAbandoned();
    return this.#jobs[0] === job && elapsedMs() >= this.#restsUntil;
  }

  #beat(job: Job, assertWanted: () => void): void {
    assertWanted();
    if (!this.#jobs.includes(job)) throw this.#rules.dropped();
    job.seen = elapsedMs();
  }

  #dropAbandoned(): void {
    for (const job of [...this.#jobs]) {
      if (elapsedMs() - job.seen >= this.#rules.abandonedMs) this.#remove(job);
    }
  }

  #remove(job: Job): void {
    const at = this.#jobs.indexOf(job);
    if (at >= 0) this.#jobs.splice(at, 1);
  }
}
