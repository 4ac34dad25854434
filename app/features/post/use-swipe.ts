import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Neighbours } from "~/contract/posts";
import { isRightToLeft } from "~/ui/direction";
import { useOpenNeighbour } from "./use-neighbours";

/** The distance in pixels from which a swipe opens the neighbour. */
const FAR = 72;
/** A touch is a swipe once it has moved this far, and twice as far along the line as across. */
const CLEAR = 12;
/** A touch that begins this near to an edge of the screen is the browser's gesture for Back. */
const EDGE = 24;

interface Touched {
  x: number;
  y: number;
  /** Whether it moves the photo; undefined before it is clear. */
  isSwipe?: boolean;
}

/**
 * Opens the previous or next post when a finger swipes over its photo, which follows the finger. A strip of photos
 * scrolls first: only a swipe that begins at its end opens the neighbour.
 */
export function useSwipe(box: RefObject<HTMLElement | null>, { previous, next }: Neighbours): void {
  const open = useOpenNeighbour();
  /** Returns the neighbour to which a movement by `dx` pixels leads. */
  const neighbourAt = useEffectEvent((element: HTMLElement, dx: number) =>
    dx > 0 === isRightToLeft(element) ? next : previous,
  );
  const openNeighbour = useEffectEvent(open);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let touched: Touched | null = null;
    const start = ({ touches }: TouchEvent) => {
      const [first] = touches;
      const isInside = first && first.clientX > EDGE && first.clientX < innerWidth - EDGE;
      touched = touches.length === 1 && isInside ? { x: first.clientX, y: first.clientY } : null;
    };
    const move = ({ touches: [first] }: TouchEvent) => {
      if (!touched || !first) return;
      const [dx, dy] = [first.clientX - touched.x, first.clientY - touched.y];
      if (touched.isSwipe === undefined && Math.hypot(dx, dy) > CLEAR)
        touched.isSwipe = Math.abs(dx) > 2 * Math.abs(dy) && !canScroll(element, dx) && !isEnlarged();
      if (touched.isSwipe) element.style.translate = `${neighbourAt(element, dx) ? dx : dx / 4}px`;
    };
    const end = ({ type, changedTouches: [last] }: TouchEvent) => {
      const dx = touched?.isSwipe && last ? last.clientX - touched.x : 0;
      touched = null;
      element.style.translate = "";
      const to = type === "touchend" && Math.abs(dx) >= FAR && neighbourAt(element, dx);
      if (to) openNeighbour(to);
    };
    const ends = ["touchend", "touchcancel"] as const;
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", move, { passive: true });
    for (const type of ends) element.addEventListener(type, end);
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
      for (const type of ends) element.removeEventListener(type, end);
    };
  }, [box]);
}

/** Whether a strip in the element scrolls when a finger moves by `dx` pixels. */
function canScroll(element: HTMLElement, dx: number): boolean {
  // By its attribute: a post of one photo has no strip to set a ref.
  const strip = element.querySelector("[data-strip]");
  if (!strip) return false;
  const room = strip.scrollWidth - strip.clientWidth;
  const left = isRightToLeft(strip) ? room + strip.scrollLeft : strip.scrollLeft;
  return dx > 0 ? left > 1 : left < room - 1;
}

/** Whether the page is zoomed: a finger then moves the view. */
const isEnlarged = () => (visualViewport?.scale ?? 1) > 1.01;
