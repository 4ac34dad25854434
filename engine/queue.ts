import type { Checkpoint } from "./checkpoint";
import { EngineError } from "./errors";

/** More than these in all, one of them at work, and the next is told to come back. */
const MAX_JOBS = 8;
/** How often a waiting job looks whether it is its turn, in milliseconds. */
const POLL_MS = 15;
/** A job that gave no sign for so long was cancelled with its request, and will not clean up after itself. */
const ABANDONED_MS = 8000;

/** The jobs in the order they came, each with the time of its last sign of life. */
const jobs = new Map<symbol, number>();

function dropAbandoned(): void {
  for (const [job, seen] of jobs) {
    if (Date.now() - seen >= ABANDONED_MS) jobs.delete(job);
  }
}

function isFirst(job: symbol): boolean {
  dropAbandoned();
  const [first = job] = jobs.keys();
  return first === job;
}

/**
 * One picture at a time: memory holds one, and two at once would both be late. The rest wait in line.
 * @throws EngineError 3040 when the line is full, 3008 when the caller gave up
 */
export async function enqueue<Result>(
  signal: AbortSignal | undefined,
  work: (checkpoint: Checkpoint) => Promise<Result>,
): Promise<Result> {
  dropAbandoned();
  if (jobs.size >= MAX_JOBS) throw new EngineError(3040, "Capacity temporarily exceeded, please try again.");
  const job = Symbol("job");
  const rest = async (milliseconds: number) => {
    // Who was passed over has lost its place: two pictures at once is what the line is there to prevent.
    if (signal?.aborted || !jobs.has(job)) throw new EngineError(3008, "Request was aborted");
    jobs.set(job, Date.now());
    await scheduler.wait(milliseconds);
    if (signal?.aborted) throw new EngineError(3008, "Request was aborted");
    jobs.set(job, Date.now());
  };
  jobs.set(job, Date.now());
  try {
    while (!isFirst(job)) await rest(POLL_MS);
    return await work(() => rest(0));
  } finally {
    jobs.delete(job);
  }
}
