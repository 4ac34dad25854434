import { useEffect } from "react";

/**
 * Where a keyboard lies over the page and does not make it smaller (Safari on iOS; others follow `interactive-widget` in root.tsx),
 * its height is the CSS variable `--keyboard` while this is used, and `--view-top` is how far the page was pushed up by it.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const { style } = document.documentElement;
    const clear = () => {
      style.removeProperty("--keyboard");
      style.removeProperty("--view-top");
    };
    const measure = () => {
      const covered = window.innerHeight - view.height;
      // Enlarged by two fingers, the view is smaller for another reason.
      if (covered < 1 || view.scale > 1.01) return clear();
      style.setProperty("--keyboard", `${covered}px`);
      style.setProperty("--view-top", `${view.offsetTop}px`);
    };
    const resized = () => {
      measure();
      document.activeElement?.scrollIntoView({ block: "nearest" });
    };
    measure();
    view.addEventListener("resize", resized);
    view.addEventListener("scroll", measure);
    return () => {
      view.removeEventListener("resize", resized);
      view.removeEventListener("scroll", measure);
      clear();
    };
  }, []);
}
