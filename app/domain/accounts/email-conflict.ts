import { msg } from "@lingui/core/runtime-macro";
import { type AppError, fieldError } from "~/contract/errors";
import { isEmailTaken } from "~/db/violations";

/** Returns the error of an email address that another account has, or that a member can restore by an undo link. */
export function emailConflict(): AppError {
  return fieldError("conflict", "email", msg`This email is already in use.`);
}

/** Returns the error of a failed write: `conflict` when its email address is taken, or else the same. */
export function orEmailConflict(error: unknown): unknown {
  return isEmailTaken(error) ? emailConflict() : error;
}
