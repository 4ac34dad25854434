import { useEffect, useState } from "react";

/**
 * Keeps a submission while photos are being prepared, and submits the form once they are. Does not if none of them
 * could be prepared: the toast says why.
 * @param waiting number of photos that are being prepared
 * @param count number of photos that stay
 * @returns whether a submission is kept, and a function that keeps one
 */
export function useSubmitOnceReady(
  formId: string,
  waiting: number,
  count: number,
): { isKept: boolean; keep: () => void } {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!isKept || waiting > 0) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the press is used up by the submission, here and once.
    setKept(false);
    const form = document.getElementById(formId);
    if (count > 0 && form instanceof HTMLFormElement) form.requestSubmit();
  }, [isKept, waiting, count, formId]);
  return { isKept, keep: () => setKept(true) };
}
