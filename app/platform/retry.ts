import { backOff, type Delays } from "~/contract/back-off";
import { HOUR_MS, MINUTE_MS, sleep } from "~/contract/time";
import { logError } from "./log";

/**
 * The server's policy for attempts that have failed:
 * - Work for which a reply waits is repeated at once, at most twice, after errors that say that the same can succeed,
 *   and only when it has the same effect twice (`withRetries`).
 * - Work after the reply is stored and repeated by an alarm or the hourly run (`RETRIES`).
 * - Work that is billed is not repeated: an error does not tell whether it was done. The member presses Retry.
 * - D1 repeats reads itself, and a hub is called a second time on a new stub (`callHub`): a failed stub stays broken.
 */
const ATTEMPTS_MAX = 3;
const AT_ONCE: Delays = { firstMs: 100, longestMs: 200 };

/** The delays and the attempts of stored work. */
export const RETRIES = {
  /** A task of a hub. It is never given up. */
  task: { firstMs: 5000, longestMs: HOUR_MS },
  /** A frame to another hub: 7 to 14 minutes in all. A member who is away for longer loads the stored state. */
  frame: { firstMs: 1000, longestMs: 5 * MINUTE_MS, attempts: 10 },
  /** A push notification: 4 to 8 minutes in all, unless the push service asks for more. */
  push: { firstMs: 30_000, longestMs: HOUR_MS, attempts: 5 },
} satisfies Record<string, Delays & { attempts?: number }>;

/** Messages of D1 after which the same statement can succeed (Cloudflare docs, D1 "Retry queries" and "Debug D1"). */
const TRANSIENT =
  /Network connection lost|storage caused object to be reset|reset because its code was updated|transient issue on remote node/i;

/**
 * Runs work that has the same effect and result when it runs twice, and repeats it after a transient error.
 * @param event names the work in the log
 * @throws the error of the last attempt
 */
export async function withRetries<T>(event: string, run: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await run();
    } catch (error) {
      if (failures + 1 >= ATTEMPTS_MAX || !isTransient(error)) throw error;
      logError(error, { event });
      await sleep(backOff(failures, AT_ONCE));
    }
  }
}

function isTransient(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (TRANSIENT.test(cause.message)) return true;
  }
  return false;
}
