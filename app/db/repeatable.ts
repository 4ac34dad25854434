/** Marks a write, at the start of its text, that has the same effect and result when it runs twice. */
export const IDEMPOTENT = "/* idempotent */";

const WRITES = /\b(INSERT|UPDATE|DELETE|REPLACE)\b/i;

/** D1 repeats a statement that only reads (https://developers.cloudflare.com/d1/best-practices/retry-queries/). */
export function isRead(query: string): boolean {
  return /^\s*(SELECT|WITH)\b/i.test(query) && !WRITES.test(query);
}

/** Returns whether a statement may run twice: it only reads, or it is marked as `IDEMPOTENT`. */
export function mayRepeat(query: string): boolean {
  return isRead(query) || query.trimStart().startsWith(IDEMPOTENT);
}
