import { type RefObject, useEffect, useLayoutEffect } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { keepPlace, keptPlace } from "./feed-store";

/**
 * Keeps the reader's place on Back. Cards off screen have only estimated heights, so that a scroll offset alone would
 * miss: what is kept is the first card in view, and where it stood.
 */
export function usePlace(list: RefObject<HTMLElement | null>): void {
  const type = useNavigationType();
  useLayoutEffect(() => {
    const element = list.current;
    return () => keepPlace(element && placeIn(element));
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the way the reader came in counts, not what happens later.
  useEffect(() => {
    const place = keptPlace();
    if (type !== NavigationType.Pop || !place) return;
    // The router scrolls to its own offset in this very commit; this comes after it.
    const frame = requestAnimationFrame(() => {
      const card = list.current?.querySelector(`[data-post="${CSS.escape(place.id)}"]`);
      if (card) window.scrollBy(0, card.getBoundingClientRect().top - place.top);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}

/** The first card that reaches below the top bar. */
function placeIn(list: HTMLElement): { id: string; top: number } | null {
  for (const card of list.querySelectorAll<HTMLElement>("[data-post]")) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 80 && card.dataset.post) return { id: card.dataset.post, top };
  }
  return null;
}
