import type { SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useLocation } from "react-router";
import { useFailureToast } from "~/ui/use-failure-toast";

type Result = SubmissionResult<string[]> | undefined;

/** Returns the server's result if it belongs to the form with this intent. */
export function resultOf(intent: string, lastResult: Result): Result {
  return lastResult?.initialValue?.intent === intent ? lastResult : undefined;
}

const noErrors: readonly string[] = [];

/**
 * Shows the server's error in a toast for forms that have no room for it.
 * @param ownErrors the intents of the forms that show it themselves
 */
export function useErrorToast(lastResult: Result, ownErrors: readonly string[] = noErrors): void {
  const { t } = useLingui();
  const title = t`Update failed`;
  const isOwn = ownErrors.includes(String(lastResult?.initialValue?.intent));
  useFailureToast(lastResult, title, isOwn ? undefined : lastResult?.error?.[""]?.[0]);
}

/** Returns a React key that changes after each successful submission, to empty the forms; an error keeps the fields. */
export function useResetKey(hasError: boolean): string {
  const { key } = useLocation();
  const [resetKey, setResetKey] = useState(key);
  if (!hasError && key !== resetKey) setResetKey(key);
  return resetKey;
}
