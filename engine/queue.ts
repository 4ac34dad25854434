import { elapsedMs } from "~/platform/elapsed";
import type { Checkpoint } from "./checkpoint";
import { EngineError } from "./errors";

/** Limit of running and waiting jobs together. */
const MAX_JOBS = 8;
/** Poll interval of a waiting job, in milliseconds. */
const POLL_MS = 15;
/**
 * A job without a heartbeat for this long (milliseconds) was cancelled with its request and will not clean up itself.
 */
const ABANDONED_MS = 8000;

/** The jobs in order of arrival, each with the time of its last heartbeat. */
const jobs = new Map<symbol, number>();

function dropAbandoned(): void {
  for (const [job, seen] of jobs) {
    if (elapsedMs() - seen >= ABANDONED_MS) jobs.delete(job);
  }
}

function isFirst(job: symbol): boolean {
  dropAbandoned();
  const [first = job] = jobs.keys();
  return first === job;
}

/**
 * Runs jobs one at a time, first in, first out: one image fills the memory, and two at once would both be late.
 * @throws EngineError 3040 when the queue is full, 3008 when the caller aborted
 */
export async function enqueue<Result>(
  signal: AbortSignal | undefined,
  work: (checkpoint: Checkpoint) => Promise<Result>,
): Promise<Result> {
  dropAbandoned();
  if (jobs.size >= MAX_JOBS) throw new EngineError(3040, "Capacity temporarily exceeded, please try again.");
  const job = Symbol("job");
  const pause = async (milliseconds: number) => {
    // A job dropped as abandoned must not resume: another job may be running.
    if (signal?.aborted || !jobs.has(job)) throw new EngineError(3008, "Request was aborted");
    jobs.set(job, elapsedMs());
    await scheduler.wait(milliseconds);
    if (signal?.aborted) throw new EngineError(3008, "Request was aborted");
    jobs.set(job, elapsedMs());
  };
  jobs.set(job, elapsedMs());
  try {
    while (!isFirst(job)) await pause(POLL_MS);
    return await work(() => pause(0));
  } finally {
    jobs.delete(job);
  }
}
