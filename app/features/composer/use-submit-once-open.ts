import { useEffect, useState } from "react";

/**
 * Keeps a press of Share while photos are being opened, and submits the form once they are. Does not when none of them could be
 * opened: the toast says why.
 * @param opening number of photos that are being opened
 * @param count number of photos that are open
 * @returns whether a press is kept, and a function that keeps one
 */
export function useSubmitOnceOpen(
  formId: string,
  opening: number,
  count: number,
): { isKept: boolean; keep: () => void } {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!isKept || opening > 0) return;
    // oxlint-disable-next-line react/set-state-in-effect -- the press is used up by the submission, here and once.
    setKept(false);
    const form = document.getElementById(formId);
    if (count > 0 && form instanceof HTMLFormElement) form.requestSubmit();
  }, [isKept, opening, count, formId]);
  return { isKept, keep: () => setKept(true) };
}
