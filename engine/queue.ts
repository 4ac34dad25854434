import { ExecutionQueue } from "~/platform/execution-queue";
import type { Checkpoint } from "./checkpoint";
import { EngineError } from "./errors";

const aborted = () => new EngineError(3008, "Request was aborted");

const queue = new ExecutionQueue({
  maxJobs: 8,
  abandonedMs: 8000,
  pollMs: 15,
  restMs: 0,
  full: () => new EngineError(3040, "Capacity temporarily exceeded, please try again."),
  dropped: aborted,
});

/**
 * Runs jobs one at a time, first in, first out: one image fills the memory, and two at once would both be late.
 * @throws EngineError 3040 when the queue is full, 3008 when the caller aborted
 */
export function enqueue<Result>(
  signal: AbortSignal | undefined,
  work: (checkpoint: Checkpoint) => Promise<Result>,
): Promise<Result> {
  const assertWanted = () => {
    if (signal?.aborted) throw aborted();
  };
  return queue.run({ assertWanted }, work);
}
