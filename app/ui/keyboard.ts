import { useEffect } from "react";

const FIELD = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])';
/** Smallest height of a keyboard in pixels; browser bars that appear and disappear are lower. */
const KEYBOARD_MIN = 120;

const SHRINK = ", interactive-widget=resizes-content";

/** Lets an open keyboard shrink the page. Safari does not know the key and would report it on every page. */
function shrinkWithKeyboard(): void {
  const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
  if (!viewport || navigator.vendor.startsWith("Apple") || viewport.content.endsWith(SHRINK)) return;
  viewport.content += SHRINK;
}

/**
 * Sets `data-writing` on the root, to `textarea` or `input`, while such a field has the focus, for which a phone opens
 * its keyboard, and until the keyboard is closed. CSS could do the same with `:root:has(:focus)`, which re-evaluates
 * the whole page on every tap and every new card.
 */
export function useWritingAttribute(): void {
  useEffect(() => {
    shrinkWithKeyboard();
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
      // The layout must not change before a press on the form's own button has become a click.
      if (target instanceof Element && target.matches('[type="submit"]:active')) return;
      settle();
    };
    const focusOut = ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget) settle();
    };
    const resize = () => {
      if (!view || !size) return;
      const { width, height } = sizeOf(view);
      // After rotation, the keyboard may be open or not.
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
 * Sets the CSS variable `--keyboard` to the height of a keyboard that overlays the page (Safari on iOS; other browsers
 * follow `interactive-widget`, see above) while it is used, and `--view-top` to the distance by which the page is
 * pushed up.
 */
export function useKeyboardInset(): void {
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

/** In pixels of the unzoomed page. */
const sizeOf = ({ width, height, scale }: VisualViewport) => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});

/** Whether the page is zoomed by pinching: the visual viewport is smaller for another reason then. */
const isEnlarged = (view: VisualViewport) => view.scale > 1.01;
