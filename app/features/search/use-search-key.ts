import { type RefObject, useEffect } from "react";
import { isKeyTaken } from "~/ui/is-key-taken";

/** `/` goes to the search, as members know it from elsewhere. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // On a phone the box is not there: another one is.
      if (event.key !== "/" || isKeyTaken(event) || !input.current?.checkVisibility()) return;
      event.preventDefault();
      input.current.focus();
      input.current.select();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [input]);
}
