import { type RefObject, useEffect } from "react";
import { isKeyTaken, isOverlayOpen } from "~/ui/is-shortcut-blocked";

/** Focuses the search field when `/` is pressed (docs/product.md#keyboard). */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // Each page has two fields, and CSS hides one of them by viewport width.
      if (event.key !== "/" || isKeyTaken(event) || !input.current?.checkVisibility()) return;
      // Under a menu or dialog too: Firefox would open its own search, which takes the focus and closes the menu.
      event.preventDefault();
      if (isOverlayOpen()) return;
      input.current.focus();
      input.current.select();
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [input]);
}
