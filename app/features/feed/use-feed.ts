import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { getPage } from "~/features/api/json";
import { learnPosts, onPostGone } from "~/features/post/post-store";
import { type Feed, type FeedPage, feedOf, keepFeed, keepWanted, partOf, postsOf } from "./feed-store";

/** How often, in milliseconds, a feed that is looked at asks for the id of the newest post. */
const LOOK_MS = 60_000;

async function feedPage(cursor: string | null, limit: number): Promise<FeedPage> {
  const after = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
  const { items, next } = await getPage<PostView>(`/api/feed?limit=${limit}${after}`);
  learnPosts(items);
  // Not the last post's id: posts made with AI may be left out, at the page's end as anywhere.
  return { items, next: next && new URL(next, location.href).searchParams.get("cursor") };
}

/**
 * The feed as far as it is loaded. It grows at its end; what is new waits until the reader asks for it.
 * `isHead`: it starts with the newest post, as every feed does that was not opened by an "Older posts" link;
 * `isKept`: it was loaded on an earlier visit, so that there may be newer posts already.
 */
export function useFeed(initial: Feed, { isHead, isKept }: { isHead: boolean; isKept: boolean }) {
  const [feed, setFeed] = useState(initial);
  const [more, setMore] = useState<"idle" | "loading" | "failed">("idle");
  const [newer, setNewer] = useState<FeedPage | null>(null);
  const loading = useRef(false);

  useEffect(() => {
    if (isHead) keepFeed(feed);
  }, [feed, isHead]);
  useEffect(() => onPostGone((id) => setFeed((now) => keepWanted(now, (post) => post.id !== id))), []);

  const loadMore = useCallback(async () => {
    if (loading.current || !feed.next) return;
    loading.current = true;
    setMore("loading");
    try {
      const page = await feedPage(feed.next, PAGE_LIMIT_DEFAULT);
      // Twenty cards are more than a frame's work on a slow phone: rendered in slices, between frames.
      startTransition(() => {
        setFeed((now) => ({ parts: [...now.parts, ...unseen(page, now)], next: page.next }));
        setMore("idle");
      });
    } catch {
      setMore("failed");
    } finally {
      loading.current = false;
    }
  }, [feed.next]);

  const newest = feed.parts[0]?.posts[0]?.id ?? "";
  useLook({ wanted: isHead && newer === null, now: isKept }, newest, setNewer);

  const showNewer = useCallback(() => {
    if (!newer) return;
    // What does not reach down to what is loaded may leave a gap: then the feed starts anew.
    setFeed((now) =>
      newer.next ? feedOf(newer) : { parts: [...unseen(newer, now), ...now.parts], next: now.next },
    );
    setNewer(null);
  }, [newer]);

  return { feed, more, loadMore, newer: newer?.items.length ?? 0, showNewer };
}

/** The posts of a page that are not there yet, as a part of their own; none when there are none. */
function unseen({ items }: FeedPage, feed: Feed): Feed["parts"] {
  const there = new Set(postsOf(feed).map(({ id }) => id));
  const posts = items.filter(({ id }) => !there.has(id));
  return posts.length > 0 ? [partOf(posts)] : [];
}

/**
 * Looks for posts newer than the newest: when the page is come back to, and now and then while it is looked at. `next` of
 * what it finds is null when nothing can lie between that and what is known.
 */
function useLook(
  { wanted, now }: { wanted: boolean; now: boolean },
  newest: string,
  found: (page: FeedPage) => void,
): void {
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const top = await feedPage(null, 1);
        const [newestNow] = top.items;
        // One that is left out may hide newer ones behind it.
        const isNews = newestNow ? newestNow.id > newest : top.next !== null && top.next > newest;
        if (left || !isNews) return;
        const page = await feedPage(null, PAGE_LIMIT_DEFAULT);
        const items = page.items.filter(({ id }) => id > newest);
        const reaches = items.length < page.items.length;
        if (!left && items.length > 0) found({ items, next: reaches ? null : page.next });
      } catch {
        // The next look will tell; nothing that is shown depends on this one.
      }
    };
    if (now) void look();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      left = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [wanted, now, newest, found]);
}
