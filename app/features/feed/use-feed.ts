import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { getPage } from "~/features/api/json";
import { $removedPosts, upsertPosts } from "~/features/post/post-store";
import { useViewer } from "~/features/session/viewer";
import { onFrame } from "~/realtime/frames";
import {
  type Feed,
  type FeedPage,
  feedOf,
  keepFeed,
  keepWanted,
  unseen,
  withNewer,
  withOlder,
} from "./feed-store";

/** How often, in milliseconds, a feed that is looked at asks for the id of the newest post. */
const LOOK_MS = 60_000;

async function feedPage(cursor: string | null, limit: number): Promise<FeedPage> {
  const after = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
  const { items, next } = await getPage<PostView>(`/api/feed?limit=${limit}${after}`);
  upsertPosts(items);
  // Not the last post's id: posts made with AI may be left out, at the page's end as anywhere.
  return { items, next: next && new URL(next, location.href).searchParams.get("cursor") };
}

/** What a look has found; `startsAnew`: what is loaded does not follow on it. */
interface Newer extends FeedPage {
  startsAnew: boolean;
}

/**
 * The feed as far as it is loaded. It grows at its end; what is new waits until the reader asks for it.
 * `isHead`: it starts with the newest post, as every feed does that was not opened by an "Older posts" link;
 * `isKept`: it was loaded on an earlier visit, so that there may be newer posts already.
 */
export function useFeed(initial: Feed, { isHead, isKept }: { isHead: boolean; isKept: boolean }) {
  const viewerId = useViewer()?.id;
  const [feed, setFeed] = useState(initial);
  const [more, setMore] = useState<"idle" | "loading" | "failed">("idle");
  const [newer, setNewer] = useState<Newer | null>(null);
  const [isOld, setIsOld] = useState(false);
  const loading = useRef(false);

  useEffect(() => {
    if (isHead && !isOld) keepFeed(feed);
  }, [feed, isHead, isOld]);
  useEffect(
    () =>
      onFrame("connection_status", ({ fromUserId, toUserId, status }) => {
        if (status !== "accepted" && status !== "disconnected") return;
        setNewer(null);
        // Posts of a new connection belong between those that are here; a former one's go, as deleted ones do.
        if (status === "accepted") return setIsOld(true);
        const other = fromUserId === viewerId ? toUserId : fromUserId;
        setFeed((now) => keepWanted(now, ({ userId }) => userId !== other));
      }),
    [viewerId],
  );
  useEffect(
    () => $removedPosts.listen((removed) => setFeed((now) => keepWanted(now, ({ id }) => !removed.has(id)))),
    [],
  );

  const loadMore = useCallback(async () => {
    if (loading.current || !feed.next) return;
    loading.current = true;
    setMore("loading");
    try {
      const cursor = feed.next;
      const page = await feedPage(cursor, PAGE_LIMIT_DEFAULT);
      // Twenty cards are more than a frame's work on a slow phone: rendered in slices, between frames.
      startTransition(() => {
        setFeed((now) => withOlder(now, cursor, page));
        setMore("idle");
      });
    } catch {
      setMore("failed");
    } finally {
      loading.current = false;
    }
  }, [feed.next]);

  const newest = feed.parts[0]?.posts[0]?.id ?? "";
  const count = newer ? unseen(newer, feed).length : 0;
  useLook({ wanted: isHead && count === 0, now: isKept || isOld, isOld }, newest, setNewer);

  const showNewer = useCallback(() => {
    if (!newer) return;
    setFeed((now) => (newer.startsAnew ? feedOf(newer) : withNewer(now, newer)));
    if (newer.startsAnew) setIsOld(false);
    setNewer(null);
  }, [newer]);

  return { feed, more, loadMore, newer: count, showNewer };
}

/**
 * Looks for posts newer than the newest, or, when what is loaded `isOld`, for what the feed now begins with: at once when
 * the page is come back to, and now and then while it is looked at.
 */
function useLook(
  { wanted, now, isOld }: { wanted: boolean; now: boolean; isOld: boolean },
  newest: string,
  found: (newer: Newer) => void,
): void {
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        if (!isOld && !(await hasNews(newest))) return;
        if (left) return;
        const page = await feedPage(null, PAGE_LIMIT_DEFAULT);
        const items = page.items.filter(({ id }) => isOld || id > newest);
        // What does not reach down to what is loaded may leave a gap.
        const startsAnew = isOld || items.length === page.items.length;
        if (!left && items.length > 0) found({ items, next: page.next, startsAnew });
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
  }, [wanted, now, isOld, newest, found]);
}

/** Asks for one post alone: mostly there is none that is newer. */
async function hasNews(newest: string): Promise<boolean> {
  const { items, next } = await feedPage(null, 1);
  // One that is left out may hide newer ones behind it.
  return items[0] ? items[0].id > newest : next !== null && next > newest;
}
