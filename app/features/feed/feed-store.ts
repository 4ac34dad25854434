import type { PostView } from "~/contract/posts";
import { isRemoved } from "~/features/post/post-store";
import { onFrame } from "~/realtime/frames";

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
  return { parts: partsOf(items), next };
}

function partsOf(posts: PostView[]): FeedPart[] {
  return posts[0] ? [{ key: posts[0].id, posts }] : [];
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

/** The posts of a page that are not in a feed yet. */
export function unseen({ items }: FeedPage, feed: Feed): PostView[] {
  const there = new Set(postsOf(feed).map(({ id }) => id));
  return items.filter(({ id }) => !there.has(id));
}

/** A feed and the page that was asked for at `cursor`; as it is when it no longer ends there. */
export function withOlder(feed: Feed, cursor: string, page: FeedPage): Feed {
  if (feed.next !== cursor) return feed;
  return { parts: [...feed.parts, ...partsOf(unseen(page, feed))], next: page.next };
}

/** A feed with what is new before it. */
export function withNewer(feed: Feed, page: FeedPage): Feed {
  return { parts: [...partsOf(unseen(page, feed)), ...feed.parts], next: feed.next };
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
  return keepWanted(kept.feed, ({ id }) => !isRemoved(id));
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

/** The next visit starts anew: the member has just posted, or others' posts belong in it than before. */
export function dropFeed(): void {
  kept = null;
}

onFrame("connection_status", ({ status }) => {
  if (status === "accepted" || status === "disconnected") dropFeed();
});

/** The posts before and after one in the feed as it was last seen; null where there is none. */
export function neighboursInFeed(id: string): { newer: string | null; older: string | null } | null {
  const feed = keptFeed();
  const items = feed ? postsOf(feed) : [];
  const at = items.findIndex((post) => post.id === id);
  if (at < 0) return null;
  return { newer: items[at - 1]?.id ?? null, older: items[at + 1]?.id ?? null };
}
