import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import type { PostView } from "~/contract/posts";
import { itemsOf, type PagerState } from "~/features/api/pager";
import { retryImport } from "~/ui/retry-import";
import { cachedScrollAnchor, cacheScrollAnchor, type ScrollAnchor } from "./feed-store";
import { storeAnchor, takeStoredAnchor } from "./stored-anchor";

const loadAnchoring = retryImport(() => import("./scroll-anchoring.client"));

/** At most this number of posts is loaded to restore a scroll position after a reload. */
const MAX_RESTORED = 100;

interface ScrolledFeed {
  feed: PagerState<PostView>;
  loadMore: () => Promise<void>;
}

/**
 * Restores the reader's scroll position on Back and after a reload. Cards off screen only have estimated heights, so a
 * scroll offset is not enough: the anchor is the first visible card and its distance from the viewport's top. A
 * reloaded document has only the first posts, so the pages up to the anchor are fetched first.
 */
export function useScrollAnchor(list: RefObject<HTMLElement | null>, { feed, loadMore }: ScrolledFeed): void {
  const type = useNavigationType();
  const { key } = useLocation();
  const wanted = useRef<ScrollAnchor | null>(null);
  const stop = useRef(() => {});
  useLayoutEffect(() => {
    const element = list.current;
    return () => cacheScrollAnchor(element && anchorIn(element));
  }, [list]);
  useEffect(() => {
    const store = () => storeAnchor(key, list.current && anchorBelowFirst(list.current));
    // Out of the back/forward cache WebKit restores an offset only.
    const restore = ({ persisted }: PageTransitionEvent) => {
      const anchor = persisted && takeStoredAnchor(key);
      if (anchor) stop.current = scrollTo(() => cardOf(list, anchor), anchor.top);
    };
    window.addEventListener("pagehide", store);
    window.addEventListener("pageshow", restore);
    return () => {
      window.removeEventListener("pagehide", store);
      window.removeEventListener("pageshow", restore);
    };
  }, [list, key]);
  useEffect(() => startAnchoring(list), [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the navigation that mounted the feed counts.
  useEffect(() => {
    const stored = takeStoredAnchor(key);
    if (type === NavigationType.Pop) wanted.current = cachedScrollAnchor() ?? stored;
    return onReaderInput(() => {
      wanted.current = null;
    });
  }, []);
  useEffect(() => () => stop.current(), []);
  useEffect(() => {
    const anchor = wanted.current;
    if (!anchor) return;
    const find = () => cardOf(list, anchor);
    if (find()) {
      wanted.current = null;
      stop.current = scrollTo(find, anchor.top);
    } else if (isBefore(anchor, feed)) void loadMore();
    else if (feed.phase !== "loading") wanted.current = null;
  }, [list, feed, loadMore]);
}

const cardOf = (list: RefObject<HTMLElement | null>, { id }: ScrollAnchor) =>
  list.current?.querySelector(`[data-post="${CSS.escape(id)}"]`);

/** Starts `keepAnchor` in an engine without scroll anchoring. Returns a function that stops it. */
function startAnchoring(list: RefObject<HTMLElement | null>): () => void {
  let stop: (() => void) | null = () => {};
  if (!CSS.supports("overflow-anchor", "auto"))
    loadAnchoring().then(
      ({ keepAnchor }) => {
        if (stop && list.current) stop = keepAnchor(list.current);
      },
      () => undefined,
    );
  return () => {
    stop?.();
    stop = null;
  };
}

/** Returns whether a next page can contain the anchor: the cursor is the last read post's id, and ids sort by time. */
function isBefore(anchor: ScrollAnchor, feed: PagerState<PostView>): boolean {
  const { phase, next } = feed;
  return phase === "idle" && next !== null && next > anchor.id && itemsOf(feed).length < MAX_RESTORED;
}

/** Calls `callback` when the reader scrolls or types. Returns a function that stops listening. */
function onReaderInput(callback: () => void): () => void {
  const events = ["wheel", "touchstart", "keydown"];
  for (const event of events) addEventListener(event, callback, { once: true, passive: true });
  return () => {
    for (const event of events) removeEventListener(event, callback);
  };
}

/**
 * Scrolling ends when the card has stayed in position for this many frames, or after the maximum, five seconds: each
 * page above it that comes into view takes a frame, and more on a slow device.
 */
const STABLE_FRAMES = 10;
const MAX_FRAMES = 300;

/**
 * Scrolls until a card is at `top`, in pixels from the viewport's top: meanwhile the router scrolls to its own offset,
 * and cards that come into view get their real heights. Ends when the reader scrolls or types.
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
  const stopListening = onReaderInput(stop);
  function stop() {
    cancelAnimationFrame(frame);
    stopListening();
  }
  return stop;
}

/** Returns the anchor, or null while it is the first card: after a reload the posts that are newer belong above it. */
function anchorBelowFirst(list: HTMLElement): ScrollAnchor | null {
  const anchor = anchorIn(list);
  return anchor?.id === list.querySelector<HTMLElement>("[data-post]")?.dataset.post ? null : anchor;
}

/** Returns the first card that extends below the top bar. */
function anchorIn(list: HTMLElement): ScrollAnchor | null {
  for (const card of list.querySelectorAll<HTMLElement>("[data-post]")) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 80 && card.dataset.post) return { id: card.dataset.post, top };
  }
  return null;
}
