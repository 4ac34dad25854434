import { useEffect } from "react";
import { useQuietPart } from "./quiet-part";
import { retryImport } from "./retry-import";

const loadBubble = retryImport(() => import("./tooltip-bubble.client"));

/**
 * Shows the `data-tooltip` of a control that is hovered, or focused by the keyboard, for 700 ms. Mounted once in the
 * root: one listener serves all controls, and none needs a wrapper. Hidden from screen readers, because the text
 * repeats the control's name. Its code is loaded for the first such control: never by a finger.
 */
export function Tooltips() {
  const [Bubble, want] = useQuietPart(loadBubble);
  useEffect(() => {
    if (Bubble) return;
    const enter = (event: Event) => {
      const control = event.target instanceof Element && event.target.closest("[data-tooltip]");
      if (!control) return;
      const isByPointer = event instanceof PointerEvent;
      if (isByPointer ? event.pointerType !== "touch" : control.matches(":focus-visible")) want();
    };
    document.addEventListener("pointerover", enter, { passive: true, capture: true });
    document.addEventListener("focusin", enter);
    return () => {
      document.removeEventListener("pointerover", enter, { capture: true });
      document.removeEventListener("focusin", enter);
    };
  }, [Bubble, want]);
  return Bubble && <Bubble />;
}
