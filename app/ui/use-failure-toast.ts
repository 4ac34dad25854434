import { useEffect } from "react";
import { dismissToast, showToast } from "./toast-store";

/**
 * Shows why a form failed in a toast, which ends with the form's next result.
 * @param result the form's last result; each is shown, also when two have the same error
 * @param text the error; undefined without one
 */
export function useFailureToast(result: unknown, title: string, text: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result is shown.
  useEffect(() => {
    if (!text) return;
    const id = showToast({ kind: "danger", title, text });
    return () => dismissToast(id);
  }, [result, title]);
}
