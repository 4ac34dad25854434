import { type RefObject, useEffect } from "react";
import { isShortcutBlocked } from "~/ui/is-shortcut-blocked";

/** `/` goes to the search, as members know it from elsewhere. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // On a phone the box is not there: another one is.
      if (event.key !== "/" || isShortcutBlocked(event) || !input.current?.checkVisibility()) return;
      event.preventDefault();
      input.current.focus();
      input.current.select();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [input]);
}
