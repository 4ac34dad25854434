import { sleep } from "~/contract/time";
import { logError } from "~/platform/log";

/** Marks a write, at the start of its text, that has the same effect and result when it runs twice. */
export const IDEMPOTENT = "/* idempotent */";

/** Attempts in all. */
const ATTEMPTS_MAX = 3;
const BASE_MS = 50;

/** Errors of D1 after which the same statement can succeed (Cloudflare docs, D1 "Retry queries" and "Debug D1"). */
const TRANSIENT =
  /Network connection lost|storage caused object to be reset|reset because its code was updated|transient issue on remote node/i;
const WRITES = /\b(INSERT|UPDATE|DELETE|REPLACE)\b/i;

/** Returns whether a statement only reads. */
export function isRead(query: string): boolean {
  return /^\s*(SELECT|WITH)\b/i.test(query) && !WRITES.test(query);
}

/** Returns whether a statement may run twice: it only reads, or it is marked as `IDEMPOTENT`. */
export function mayRepeat(query: string): boolean {
  return isRead(query) || query.trimStart().startsWith(IDEMPOTENT);
}

/**
 * Runs statements, and repeats them after a transient error, up to twice, with exponential back-off and jitter.
 * @throws the error of the last attempt
 */
export async function withRetries<T>(canRepeat: boolean, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!canRepeat || attempt >= ATTEMPTS_MAX || !isTransient(error)) throw error;
      logError(error, { event: "statement repeated" });
      const ceiling = BASE_MS * 2 ** attempt;
      await sleep(ceiling * (0.5 + Math.random() / 2));
    }
  }
}

function isTransient(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (TRANSIENT.test(cause.message)) return true;
  }
  return false;
}
