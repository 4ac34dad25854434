import { useEffect } from "react";

/** The work on the page, other than text in its fields, that a reload would lose. */
const unsaved = new Set<object>();

/** Marks work as unsaved. Returns the function that ends this. */
export function markUnsaved(): () => void {
  const work = {};
  unsaved.add(work);
  return () => void unsaved.delete(work);
}

/** Marks work as unsaved while `isUnsaved`, and until unmount. */
export function useUnsavedWork(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? markUnsaved() : undefined), [isUnsaved]);
}

/**
 * Returns whether the page has unsaved work. React keeps `defaultValue` in step with `value`, so any text in a field
 * counts, new or not.
 */
export function hasUnsavedWork(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "textarea, input:read-write:not([type=search])",
  );
  return unsaved.size > 0 || [...fields].some(({ value }) => value !== "");
}
