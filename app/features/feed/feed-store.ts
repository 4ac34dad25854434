import type { PostView } from "~/contract/posts";
import { isGone } from "~/features/post/post-store";

export interface FeedPage {
  items: PostView[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
}

/** Where the reader was: a card, and how far below the window's top its edge stood, in pixels. */
export interface Place {
  id: string;
  top: number;
}

/** After this time, in milliseconds, coming back starts a new feed rather than the old one. */
const KEPT_MS = 10 * 60 * 1000;

let kept: { feed: FeedPage; place: Place | null; at: number } | null = null;

/** What was loaded of the feed, for coming Back to it; null when there is none or it is old. */
export function keptFeed(now: number = Date.now()): FeedPage | null {
  if (!kept || now - kept.at > KEPT_MS) return null;
  return { ...kept.feed, items: kept.feed.items.filter(({ id }) => !isGone(id)) };
}

export function keepFeed(feed: FeedPage, now: number = Date.now()): void {
  kept = { feed, place: kept?.place ?? null, at: now };
}

export function keepPlace(place: Place | null): void {
  if (kept) kept.place = place;
}

export function keptPlace(): Place | null {
  return kept?.place ?? null;
}

/** The next visit starts anew: the member has just posted. */
export function dropFeed(): void {
  kept = null;
}

/** The posts before and after one in the feed as it was last seen; null where there is none. */
export function neighboursInFeed(id: string): { newer: string | null; older: string | null } | null {
  const items = keptFeed()?.items ?? [];
  const at = items.findIndex((post) => post.id === id);
  if (at < 0) return null;
  return { newer: items[at - 1]?.id ?? null, older: items[at + 1]?.id ?? null };
}
