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
    return holdPlace(() => list.current?.querySelector(`[data-post="${CSS.escape(place.id)}"]`), place.top);
  }, []);
}

/** For how many frames a card has to stand still, and after how many it is left where it is. */
const STILL_FRAMES = 10;
const MOST_FRAMES = 60;

/**
 * Scrolls until a card stands where it stood: the router scrolls to its own offset meanwhile, and cards that come into
 * view take their real heights. Whoever scrolls themselves is not held back.
 */
function holdPlace(find: () => Element | null | undefined, top: number): () => void {
  let [still, frames, frame] = [0, 0, requestAnimationFrame(step)];
  function step() {
    const card = find();
    if (!card) return;
    const off = card.getBoundingClientRect().top - top;
    if (Math.abs(off) > 1) window.scrollBy(0, off);
    still = Math.abs(off) > 1 ? 0 : still + 1;
    frames += 1;
    if (still < STILL_FRAMES && frames < MOST_FRAMES) frame = requestAnimationFrame(step);
  }
  const stop = () => cancelAnimationFrame(frame);
  for (const sign of ["wheel", "touchstart", "keydown"])
    addEventListener(sign, stop, { once: true, passive: true });
  return stop;
}

/** The first card that reaches below the top bar. */
function placeIn(list: HTMLElement): { id: string; top: number } | null {
  for (const card of list.querySelectorAll<HTMLElement>("[data-post]")) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 80 && card.dataset.post) return { id: card.dataset.post, top };
  }
  return null;
}
