import { CACHE_MS } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { type LoadedList, withItemsChanged } from "~/features/api/pager";
import { isRemoved } from "~/features/post/post-store";
import { onFrame } from "~/realtime/frames";
import { clearPageCache } from "~/ui/router/page-cache";

/** The feed as far as it is loaded. */
export type Feed = LoadedList<PostView>;

/** The reader's scroll position: a card, and the distance in pixels from the viewport's top to its top edge. */
export interface ScrollAnchor {
  id: string;
  top: number;
}

let cache: { feed: Feed; anchor: ScrollAnchor | null; cachedAt: number } | null = null;

/** Returns the cached feed for Back, without deleted posts; null when there is none or it is stale. */
export function cachedFeed(now: number = Date.now()): Feed | null {
  if (!cache || now - cache.cachedAt > CACHE_MS) return null;
  return withItemsChanged(cache.feed, (post) => (isRemoved(post.id) ? null : post));
}

/** Caches the loaded feed for Back; `now` in milliseconds since 1970. */
export function cacheFeed({ pages, next }: Feed, now: number = Date.now()): void {
  cache = { feed: { pages, next }, anchor: cache?.anchor ?? null, cachedAt: now };
}

/** Stores the scroll anchor with the cached feed; does nothing when no feed is cached. */
export function cacheScrollAnchor(anchor: ScrollAnchor | null): void {
  if (cache) cache.anchor = anchor;
}

/** Returns the scroll anchor of the cached feed. */
export function cachedScrollAnchor(): ScrollAnchor | null {
  return cache?.anchor ?? null;
}

/** Invalidates the cached feed and clears the page cache: the member has posted, or the connections have changed. */
export function dropCachedFeed(): void {
  cache = null;
  clearPageCache();
}

onFrame("connection_status", ({ status }) => {
  if (status === "accepted" || status === "disconnected") dropCachedFeed();
});
