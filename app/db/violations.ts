import { SESSION_ENDED } from "./session-guard";

/** Returns the unique index that a failed write violated, or null if it failed for another reason. */
export function violatedIndex(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const found = /UNIQUE constraint failed: (?:index '(\w+)'|([\w.]+(?:, [\w.]+)*))/.exec(cause.message);
    if (found) return found[1] ?? found[2] ?? null;
  }
  return null;
}

/** Returns whether a write failed because a row that it refers to does not exist. Nothing of its batch is stored. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isRaisedBy(error, "FOREIGN KEY constraint failed");
}

/** Returns whether a trigger aborted a write with this message (`RAISE(ABORT, …)` in migrations/). */
export function isRaisedBy(error: unknown, message: string): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes(message)) return true;
  }
  return false;
}

/** Returns whether a write was refused because the session behind it has ended. Nothing of its batch is stored. */
export function isSessionEnded(error: unknown): boolean {
  return isRaisedBy(error, SESSION_ENDED);
}

/** The message with which a trigger refuses the idempotency key of a deleted post or comment. */
export const SPENT_CLIENT_ID = "client id is spent";

/** The message with which a trigger refuses a file that moderators have removed. */
export const REMOVED_FILE = "file was removed";

/** Returns whether a write failed because the email address is taken, or reserved while a change can be undone. */
export function isEmailTaken(error: unknown): boolean {
  return violatedIndex(error) === "users_email" || isRaisedBy(error, "email is kept");
}

/** Returns whether a write failed because the username is taken, or reserved for its former member for 30 days. */
export function isUsernameTaken(error: unknown): boolean {
  return violatedIndex(error) === "users_username" || isRaisedBy(error, "username is kept");
}
