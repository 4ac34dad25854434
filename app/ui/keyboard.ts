import { useEffect } from "react";

const FIELD = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])';
/** No keyboard is lower than this, and no bar of a browser that comes and goes is as high; in pixels. */
const KEYBOARD_MIN = 120;

/**
 * Marks the root with `data-writing`, `textarea` or `input`, while such a field has the focus, which a phone brings up its keyboard for,
 * and until the keyboard is put away. CSS could tell by itself, but `:root:has(:focus)` looks through the whole page for every tap and
 * every card that comes.
 */
export function useWritingMark(): void {
  useEffect(() => {
    const root = document.documentElement;
    const view = window.visualViewport;
    let size = view && sizeOf(view);
    let isUp = false;
    const measure = () => {
      size = view && sizeOf(view);
      isUp = false;
    };
    const mark = (field: Element | null) => {
      if (Boolean(field) !== Boolean(root.dataset.writing)) measure();
      if (field) root.dataset.writing = field.localName;
      else delete root.dataset.writing;
    };
    const settle = () => mark(document.activeElement?.matches(FIELD) ? document.activeElement : null);
    const focusIn = ({ target }: FocusEvent) => {
      // A form's own button must not move under the finger that presses it: its click settles.
      if (target instanceof Element && target.matches('[type="submit"]:active')) return;
      settle();
    };
    const focusOut = ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget) settle();
    };
    const resize = () => {
      if (!view || !size) return;
      const { width, height } = sizeOf(view);
      // Turned on its side: the keyboard may be up or not.
      if (width !== size.width) measure();
      else if (height <= size.height - KEYBOARD_MIN) isUp = true;
      else if (isUp || height >= size.height + KEYBOARD_MIN) mark(null);
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
      mark(null);
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

/** In pixels of the page, as if it were not enlarged. */
const sizeOf = ({ width, height, scale }: VisualViewport) => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});

/** By two fingers: then the view is smaller for another reason, and they move it. */
const isEnlarged = (view: VisualViewport) => view.scale > 1.01;
