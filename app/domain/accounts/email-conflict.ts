import { type AppError, fieldError } from "~/contract/errors";
import { violatedIndex } from "~/db/violations";

/** Returns the error to show when a write failed because another account has the e-mail address; null for other errors. */
export function emailConflict(error: unknown): AppError | null {
  if (violatedIndex(error) !== "users_email") return null;
  return fieldError("conflict", "email", "This email is already in use.");
}
