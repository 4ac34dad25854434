import { showError } from "~/ui/toast-store";
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

/**
 * Shows why a call that the member made has failed. Without a session the log-in page follows.
 * @param shown the statuses whose message of the server helps the member; the others show `text`
 */
export function showFailure(error: unknown, text: string, shown: readonly number[] = []): void {
  if (leavesForLogIn(error)) return;
  const isShown = error instanceof ApiError && shown.includes(error.status);
  showError(isShown ? error.reason : text);
}
