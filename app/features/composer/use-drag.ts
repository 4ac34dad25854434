import { type PointerEvent, useRef, useState } from "react";

/** Distance in pixels from which a press on a photo is a drag. */
const DRAG_DISTANCE = 8;

/**
 * Moves a photo while a pointer drags it over others. A vertical finger movement scrolls the page (`touch-action`).
 * @param onMove called with the photo's id and its new place, from 1
 */
export function useDrag(onMove: (id: string, place: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const press = useRef<{ id: string; x: number; y: number } | null>(null);

  function begin(event: PointerEvent<HTMLElement>) {
    const id = (event.target as Element).closest<HTMLElement>("[data-photo]")?.dataset.photo;
    press.current =
      id && event.isPrimary && event.button === 0 ? { id, x: event.clientX, y: event.clientY } : null;
  }
  function follow(event: PointerEvent<HTMLElement>) {
    if (!press.current || event.buttons === 0) return;
    const { id, x, y } = press.current;
    if (dragged === null) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG_DISTANCE) return;
      // By the list, because the photo's own element moves within it.
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(id);
    }
    // An attribute has the position: `elementFromPoint` returns elements alone.
    const over = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>("[data-place]");
    if (over && event.currentTarget.contains(over)) onMove(id, Number(over.dataset.place));
  }
  function end() {
    press.current = null;
    setDragged(null);
  }
  return {
    dragged,
    onPointerDown: begin,
    onPointerMove: follow,
    onPointerUp: end,
    onPointerCancel: end,
  };
}
