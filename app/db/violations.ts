/** The unique index a write ran into, or null when it failed for another reason. */
export function violatedIndex(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const found = /UNIQUE constraint failed: (?:index '(\w+)'|([\w.]+(?:, [\w.]+)*))/.exec(cause.message);
    if (found) return found[1] ?? found[2] ?? null;
  }
  return null;
}

/** Whether a write was refused in these words: a trigger's (`RAISE(ABORT, …)` in migrations/), or the database's own. */
export function refusedBecause(error: unknown, words: string): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes(words)) return true;
  }
  return false;
}

/** Whether a write named a row that is not there, or has gone meanwhile. */
export const isDangling = (error: unknown): boolean => refusedBecause(error, "FOREIGN KEY constraint failed");

/** Whether a write failed because the username belongs to someone else, now or until 30 days after they gave it up. */
export function isUsernameTaken(error: unknown): boolean {
  return violatedIndex(error) === "users_username" || refusedBecause(error, "username is kept");
}
