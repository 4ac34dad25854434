import { type PointerEvent, useEffect, useEffectEvent, useRef } from "react";
import type { Point } from "./crop";

/** Pixels of the wheel in a line. */
const LINE = 16;

interface Drags {
  /** Called with the positions of at most two pressed pointers, from the element's centre, before and after a move. */
  onDrag: (from: Point[], to: Point[]) => void;
  /** Called when a drag starts and ends, so that expensive work can wait for the end. */
  onDragging?: (dragging: boolean) => void;
}

/** Returns the pointer events of an element that is dragged, by one pointer or two. */
export function useDrags({ onDrag, onDragging }: Drags) {
  /** Positions of the pressed pointers. Events report them alike in all browsers, unlike `movementX`. */
  const pointers = useRef(new Map<number, Point>());
  function grab(event: PointerEvent) {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, positionOf(event));
    onDragging?.(true);
  }
  function drag(event: PointerEvent) {
    if (!pointers.current.has(event.pointerId)) return;
    const from = firstTwo(pointers.current);
    pointers.current.set(event.pointerId, positionOf(event));
    onDrag(from, firstTwo(pointers.current));
  }
  function release(event: PointerEvent) {
    pointers.current.delete(event.pointerId);
    if (pointers.current.size === 0) onDragging?.(false);
  }
  return { onPointerDown: grab, onPointerMove: drag, onPointerUp: release, onPointerCancel: release };
}

/**
 * Returns a ref of an element over which the wheel calls `onWheel` and does not scroll. React's own listener could not
 * prevent that.
 */
export function useWheel(onWheel: (pixels: number, position: Point) => void) {
  const element = useRef<HTMLDivElement>(null);
  const turn = useEffectEvent(onWheel);
  useEffect(() => {
    const target = element.current;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY;
      if (target) turn(pixels, positionIn(target, event));
    };
    target?.addEventListener("wheel", wheel, { passive: false });
    return () => target?.removeEventListener("wheel", wheel);
  }, []);
  return element;
}

/** Returns the position of a pointer from the centre of its element. */
export function positionOf(event: { currentTarget: Element; clientX: number; clientY: number }): Point {
  return positionIn(event.currentTarget, event);
}

function positionIn(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function firstTwo(pointers: ReadonlyMap<number, Point>): Point[] {
  return [...pointers.values()].slice(0, 2);
}
