import type { PostView } from "~/contract/posts";
import { isGone } from "~/features/post/post-store";

/** A page as the server answers it. */
export interface FeedPage {
  items: PostView[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
}

/** What came in one reply. Its key stays, whichever of its posts go: React then keeps the cards. */
export interface FeedPart {
  key: string;
  posts: PostView[];
}

/** The feed as far as it is loaded. */
export interface Feed {
  parts: FeedPart[];
  next: string | null;
}

/** A feed that begins with a page. */
export function feedOf({ items, next }: FeedPage): Feed {
  return { parts: items.length > 0 ? [partOf(items)] : [], next };
}

export function partOf(posts: PostView[]): FeedPart {
  return { key: posts[0]?.id ?? "", posts };
}

/** A feed without the posts that are not wanted. */
export function keepWanted({ parts, next }: Feed, wanted: (post: PostView) => boolean): Feed {
  return {
    parts: parts
      .map(({ key, posts }) => ({ key, posts: posts.filter(wanted) }))
      .filter(({ posts }) => posts.length > 0),
    next,
  };
}

export function postsOf({ parts }: Feed): PostView[] {
  return parts.flatMap(({ posts }) => posts);
}

/** Where the reader was: a card, and how far below the window's top its edge stood, in pixels. */
export interface Place {
  id: string;
  top: number;
}

/** After this time, in milliseconds, coming back starts a new feed rather than the old one. */
const KEPT_MS = 10 * 60 * 1000;

let kept: { feed: Feed; place: Place | null; at: number } | null = null;

/** What was loaded of the feed, for coming Back to it; null when there is none or it is old. */
export function keptFeed(now: number = Date.now()): Feed | null {
  if (!kept || now - kept.at > KEPT_MS) return null;
  return keepWanted(kept.feed, ({ id }) => !isGone(id));
}

export function keepFeed(feed: Feed, now: number = Date.now()): void {
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
  const feed = keptFeed();
  const items = feed ? postsOf(feed) : [];
  const at = items.findIndex((post) => post.id === id);
  if (at < 0) return null;
  return { newer: items[at - 1]?.id ?? null, older: items[at + 1]?.id ?? null };
}
