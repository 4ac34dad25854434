import { type RefObject, useEffect } from "react";

/** `/` goes to the search, as members know it from elsewhere; not while they type or answer a dialog. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== "/" || event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented)
        return;
      const target = event.target instanceof Element ? event.target : null;
      const isBusy = target?.closest(
        "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]",
      );
      // On a phone the box is not there: another one is.
      if (isBusy || !input.current?.checkVisibility()) return;
      event.preventDefault();
      input.current.focus();
      input.current.select();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [input]);
}
