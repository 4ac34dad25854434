import { leaveForLogIn } from "~/features/session/before-log-in";
import { showError } from "~/ui/toast-store";
import { ApiError } from "./client";

/** Returns whether a call failed because the session has ended. The log-in then follows. */
export function leavesForLogIn(error: unknown): boolean {
  const hasEnded = error instanceof ApiError && error.status === 401;
  if (hasEnded) leaveForLogIn();
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
