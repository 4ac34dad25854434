import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";
import { sleep } from "~/contract/time";
import { ExecutionQueue } from "~/platform/execution-queue";
import type { Ctx } from "../context";

/** `Retry-After` of a refused hash: the time in which a full queue ends. */
const RETRY_SECONDS = 10;

const busy = () =>
  new AppError(
    "rate_limited",
    msg`Many people are signing in. Please try again in a moment.`,
    undefined,
    RETRY_SECONDS,
  );

const queue = new ExecutionQueue({
  // docs/product.md#limits: more than one address can request in a minute (20 sign-ups and 30 log-ins), so no address
  // fills the queue alone.
  maxJobs: 64,
  abandonedMs: 5000,
  pollMs: 40,
  // About ten other requests.
  restMs: 40,
  full: busy,
  dropped: busy,
});

/**
 * Runs a hash when it is its turn. A hash occupies the isolate's thread for about 0.14 s, so they run one at a time,
 * and other requests run in the pauses between them: docs/decisions/0044-new-passwords.md. Network addresses take
 * turns, each in order of arrival.
 * @throws AppError `rate_limited` when the queue is full
 */
export function inTurn<Result>(
  { address, isCancelled }: Pick<Ctx, "address" | "isCancelled">,
  hash: () => Promise<Result>,
): Promise<Result> {
  const assertWanted = () => {
    if (isCancelled()) throw new Error("the client has closed the request");
  };
  return queue.run({ group: address, assertWanted }, async () => {
    const result = await hash();
    // The clock stands still while the thread computes, so the end of the hash is known afterwards.
    await sleep(0);
    return result;
  });
}
