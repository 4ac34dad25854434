import { type RefObject, useEffect, useLayoutEffect } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { cachedScrollAnchor, cacheScrollAnchor, type ScrollAnchor } from "./feed-store";

/**
 * Restores the reader's scroll position on Back. Cards off screen have estimated heights only, so a scroll offset alone
 * would be wrong: the anchor is the first visible card and its distance from the top of the viewport.
 */
export function useScrollAnchor(list: RefObject<HTMLElement | null>): void {
  const type = useNavigationType();
  useLayoutEffect(() => {
    const element = list.current;
    return () => cacheScrollAnchor(element && anchorIn(element));
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the navigation that mounted the feed counts.
  useEffect(() => {
    const anchor = cachedScrollAnchor();
    if (type !== NavigationType.Pop || !anchor) return;
    const find = () => list.current?.querySelector(`[data-post="${CSS.escape(anchor.id)}"]`);
    return scrollTo(find, anchor.top);
  }, []);
}

/** Scrolling ends when the card has stayed in position for this many frames, or after the maximum. */
const STABLE_FRAMES = 10;
const MAX_FRAMES = 60;

/**
 * Scrolls until a card is at `top`, in pixels from the viewport's top: meanwhile the router scrolls to its own offset, and
 * cards that come into view get their real heights. Ends when the reader scrolls or types.
 */
function scrollTo(find: () => Element | null | undefined, top: number): () => void {
  let [stable, frames, frame] = [0, 0, requestAnimationFrame(step)];
  function step() {
    const card = find();
    if (!card) return;
    const offset = card.getBoundingClientRect().top - top;
    if (Math.abs(offset) > 1) window.scrollBy(0, offset);
    stable = Math.abs(offset) > 1 ? 0 : stable + 1;
    frames += 1;
    if (stable < STABLE_FRAMES && frames < MAX_FRAMES) frame = requestAnimationFrame(step);
  }
  const stop = () => cancelAnimationFrame(frame);
  for (const event of ["wheel", "touchstart", "keydown"])
    addEventListener(event, stop, { once: true, passive: true });
  return stop;
}

/** Returns the first card that extends below the top bar. */
function anchorIn(list: HTMLElement): ScrollAnchor | null {
  for (const card of list.querySelectorAll<HTMLElement>("[data-post]")) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 80 && card.dataset.post) return { id: card.dataset.post, top };
  }
  return null;
}
