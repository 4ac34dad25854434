import { ApiError } from "./client";

/**
 * Returns whether a call failed because the session has ended. The page then reloads: the server answers with the log-in page, which says
 * "Please log in to continue." and returns here. The caller stores at once what was typed.
 */
export function leavesForLogIn(error: unknown): boolean {
  const hasEnded = error instanceof ApiError && error.status === 401;
  if (hasEnded) location.reload();
  return hasEnded;
}
