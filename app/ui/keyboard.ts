import { useEffect } from "react";

const FIELD = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])';
/** No keyboard is lower than this, and no bar of a browser that comes and goes is as high; in pixels. */
const KEYBOARD_MIN = 120;

/**
 * Marks the root with `data-writing` while a field has the focus that a phone brings up its keyboard for, and until the keyboard is put
 * away. CSS could tell by itself, but `:root:has(:focus)` looks through the whole page for every tap and every card that comes.
 */
export function useWritingMark(): void {
  useEffect(() => {
    const root = document.documentElement;
    const view = window.visualViewport;
    // As if it were not enlarged by two fingers.
    const heightOf = () => (view ? view.height * view.scale : window.innerHeight);
    let height = heightOf();
    let isUp = false;
    const mark = (isWriting: boolean) => {
      if (root.hasAttribute("data-writing") !== isWriting) [height, isUp] = [heightOf(), false];
      root.toggleAttribute("data-writing", isWriting);
    };
    const settle = () => mark(document.activeElement?.matches(FIELD) ?? false);
    const focusIn = ({ target }: FocusEvent) => {
      // A form's own button must not move under the finger that presses it: its click settles.
      if (target instanceof Element && target.matches('[type="submit"]:active')) return;
      settle();
    };
    const focusOut = ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget) settle();
    };
    const resize = () => {
      if (heightOf() <= height - KEYBOARD_MIN) isUp = true;
      else if (isUp) mark(false);
    };
    settle();
    document.addEventListener("focusin", focusIn);
    document.addEventListener("focusout", focusOut);
    document.addEventListener("click", settle);
    view?.addEventListener("resize", resize);
    return () => {
      document.removeEventListener("focusin", focusIn);
      document.removeEventListener("focusout", focusOut);
      document.removeEventListener("click", settle);
      view?.removeEventListener("resize", resize);
      mark(false);
    };
  }, []);
}

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
      if (covered < 1 || isEnlarged(view)) return clear();
      style.setProperty("--keyboard", `${covered}px`);
      style.setProperty("--view-top", `${view.offsetTop}px`);
    };
    const resized = () => {
      measure();
      if (!isEnlarged(view)) document.activeElement?.scrollIntoView({ block: "nearest" });
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

/** By two fingers: then the view is smaller for another reason, and they move it. */
const isEnlarged = (view: VisualViewport) => view.scale > 1.01;
