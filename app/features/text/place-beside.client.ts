/** In pixels: the gap to the field, and the space at the edges of the window. */
const GAP = 6;
const EDGE = 8;
/** In pixels: about five rows. */
const HEIGHT_MAX = 280;
const WIDTH_MIN = 260;
const WIDTH_MAX = 384;

/**
 * Keeps a list in the top layer beside a field: below it, or above where there is more room, as with a phone's
 * keyboard. Aligns it with the start of the field's text. Returns a function that stops following the field.
 */
export function placeBeside(field: HTMLElement, list: HTMLElement): () => void {
  const place = () => {
    const box = field.getBoundingClientRect();
    const { offsetTop: top, height } = window.visualViewport ?? { offsetTop: 0, height: window.innerHeight };
    const room = { above: box.top - top - GAP - EDGE, below: top + height - box.bottom - GAP - EDGE };
    const isBelow = room.below >= Math.min(list.scrollHeight, HEIGHT_MAX) || room.below >= room.above;
    const { clientWidth } = document.documentElement;
    const width = Math.min(Math.max(box.width, WIDTH_MIN), WIDTH_MAX, clientWidth - 2 * EDGE);
    const isRightToLeft = getComputedStyle(field).direction === "rtl";
    const left = isRightToLeft ? box.right - width : box.left;
    Object.assign(list.style, {
      width: `${width}px`,
      maxHeight: `${Math.min(HEIGHT_MAX, isBelow ? room.below : room.above)}px`,
      left: `${Math.max(EDGE, Math.min(left, clientWidth - width - EDGE))}px`,
      top: isBelow ? `${box.bottom + GAP}px` : "auto",
      bottom: isBelow ? "auto" : `${window.innerHeight - box.top + GAP}px`,
    });
  };
  place();
  const follow = new AbortController();
  const { signal } = follow;
  window.addEventListener("scroll", place, { capture: true, passive: true, signal });
  window.addEventListener("resize", place, { signal });
  window.visualViewport?.addEventListener("resize", place, { signal });
  window.visualViewport?.addEventListener("scroll", place, { signal });
  return () => follow.abort();
}
