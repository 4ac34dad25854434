import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";
import { sleep } from "~/contract/time";
import { elapsedMs } from "~/platform/elapsed";
import type { Ctx } from "../context";

/**
 * Limit of running and waiting hashes in this isolate (docs/product.md#limits): more than one address can ask for in a
 * minute (20 sign-ups and 30 log-ins), so that no address fills the queue alone.
 */
const MAX_JOBS = 64;
/** Time for other requests after a hash, in milliseconds: about ten of them. */
const REST_MS = 40;
/** A job without a heartbeat for this long (milliseconds) belongs to a request that was cancelled, and never runs. */
const ABANDONED_MS = 5000;
/** `Retry-After` of a refused hash: the time in which a full queue ends. */
const RETRY_SECONDS = 10;

interface Job {
  address: string;
  /** Jobs run by round: an address has one job in each. */
  round: number;
  /** The time of the last heartbeat. */
  seen: number;
}

/** In the order of their turns. The first one may be running. */
const jobs: Job[] = [];
/** The end of the pause after the last hash. */
let restsUntil = 0;

/**
 * Runs a hash when it is its turn. A hash occupies the isolate's thread for about 0.14 s, so they run one at a time,
 * and other requests run in the pauses between them: docs/decisions/0044-new-passwords.md. Network addresses take
 * turns, each in order of arrival.
 * @throws AppError `rate_limited` when the queue is full
 */
export async function inTurn<Result>(
  { address, isCancelled }: Pick<Ctx, "address" | "isCancelled">,
  hash: () => Promise<Result>,
): Promise<Result> {
  dropAbandoned();
  if (jobs.length >= MAX_JOBS) throw busy();
  const job = enqueue(address);
  try {
    while (!isTurnOf(job)) {
      // Each job ahead takes at least one pause: the longer the queue, the fewer timers.
      await sleep(Math.max(0, restsUntil - elapsedMs()) + REST_MS * jobs.indexOf(job));
      if (isCancelled()) throw new Error("the client has closed the request");
      if (!jobs.includes(job)) throw busy();
      job.seen = elapsedMs();
    }
    const result = await hash();
    // The clock stands still while the thread computes, so the end of the hash is known afterwards.
    await sleep(0);
    return result;
  } finally {
    if (jobs[0] === job) restsUntil = elapsedMs() + REST_MS;
    remove(job);
  }
}

/** Adds a job behind all jobs of its round and of earlier ones. */
function enqueue(address: string): Job {
  const own = jobs.filter((job) => job.address === address).length;
  const job = { address, round: (jobs[0]?.round ?? 0) + own, seen: elapsedMs() };
  jobs.splice(jobs.findLastIndex(({ round }) => round <= job.round) + 1, 0, job);
  return job;
}

function isTurnOf(job: Job): boolean {
  dropAbandoned();
  return jobs[0] === job && elapsedMs() >= restsUntil;
}

function dropAbandoned(): void {
  for (const job of [...jobs]) {
    if (elapsedMs() - job.seen >= ABANDONED_MS) remove(job);
  }
}

function remove(job: Job): void {
  const at = jobs.indexOf(job);
  if (at >= 0) jobs.splice(at, 1);
}

const busy = () =>
  new AppError(
    "rate_limited",
    msg`Many people are signing in. Please try again in a moment.`,
    undefined,
    RETRY_SECONDS,
  );
