import { computed } from "nanostores";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { FEED_DOCUMENT_POSTS, FEED_REST, PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { createPager, itemsOf, listOf, type Pager } from "~/features/api/pager";
import { usePager } from "~/features/api/use-pager";
import { cacheList } from "~/features/post/page-lists";
import { $removedPosts } from "~/features/post/post-store";
import { useViewer } from "~/features/session/viewer";
import { onFrame } from "~/realtime/frames";
import { requestFreshReads } from "~/realtime/fresh-reads";
import { cacheFeed, type Feed } from "./feed-store";
import { loadFeed } from "./load-feed";
import { loadNewer, type NewerPosts, useNewerPosts } from "./use-newer-posts";

interface Source {
  /** Whether the feed begins with the newest post; false when an "Older posts" link opened it. */
  isHead: boolean;
  /** Whether it comes from the cache, so that there may be newer posts. */
  isCached: boolean;
}

/** Returns the loaded feed. Pages are appended; newer posts are inserted only by `showNewer`. */
export function useFeed(initial: Feed, { isHead, isCached }: Source) {
  const viewerId = useViewer()?.id;
  const [pager] = useState(() =>
    createPager((cursor: string) => loadFeed(cursor, pageAfter(initial, cursor)), initial),
  );
  const feed = usePager(pager);
  const [newer, setNewer] = useState<NewerPosts | null>(null);
  const [isStale, setIsStale] = useState(false);

  useEffect(() => {
    if (isHead && !isStale) cacheFeed(feed);
  }, [feed, isHead, isStale]);
  useCachedList(pager, isHead && !isStale);
  useEffect(
    () =>
      $removedPosts.listen((removed) => {
        const isLeft = ({ id }: PostView) => !removed.has(id);
        pager.update((post) => (isLeft(post) ? post : null));
        setNewer((found) => found && { ...found, items: found.items.filter(isLeft) });
      }),
    [pager],
  );
  useEffect(
    () =>
      onFrame("connection_status", ({ fromUserId, toUserId, status }) => {
        if (status !== "accepted" && status !== "disconnected") return;
        setNewer(null);
        // Posts of a new connection belong between the loaded ones; those of a former connection are removed.
        if (status === "accepted") return setIsStale(true);
        const other = fromUserId === viewerId ? toUserId : fromUserId;
        pager.update((post) => (post.userId === other ? null : post));
      }),
    [viewerId, pager],
  );

  const loadedIds = new Set(itemsOf(feed).map(({ id }) => id));
  const newerCount = newer?.items.filter(({ id }) => !loadedIds.has(id)).length ?? 0;
  const newestId = feed.pages[0]?.items[0]?.id ?? "";
  useNewerPosts({ isEnabled: isHead, isImmediate: isCached || isStale, isStale, newestId }, setNewer);

  function show({ startsOver, items, next }: NewerPosts) {
    if (startsOver) {
      pager.reset(listOf({ items, next }));
      setIsStale(false);
    } else pager.prepend(items);
    setNewer(null);
  }
  const [isRefreshing, setIsRefreshing] = useState(false);
  async function refresh() {
    setIsRefreshing(true);
    requestFreshReads();
    // Without a reply the feed stays as it is.
    const found = newer ?? (await loadNewer({ newestId, isStale }).catch(() => null));
    if (found) show(found);
    setIsRefreshing(false);
  }
  useSecondPress(() => void refresh());

  return { feed, loadMore: pager.loadMore, newerCount, showNewer: () => newer && show(newer), isRefreshing };
}

/** Caches the list for its posts' pages, which may load more. @param isCached whether Back restores what they load */
function useCachedList({ $list, loadMore }: Pager<PostView>, isCached: boolean): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const $ids = computed($list, (list) => itemsOf(list).map(({ id }) => id));
    const fetchNext = async () => {
      await loadMore();
      if (isCached) cacheFeed($list.get());
    };
    cacheList(pathname + search, { $ids, loadMore: fetchNext });
  }, [pathname, search, $list, loadMore, isCached]);
}

/** Calls `onPress` when the member presses Feed on the feed, which the router scrolls to the top. */
function useSecondPress(onPress: () => void): void {
  const { key } = useLocation();
  // A link to the current page replaces its entry.
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const lastKey = useRef(key);
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (lastKey.current !== key && isReplaced) press();
    lastKey.current = key;
  }, [key, isReplaced]);
}

/** Returns the size of the page at a cursor. The one behind the posts of a document ends where the first page does. */
function pageAfter(initial: Feed, cursor: string): number {
  const isDocument = itemsOf(initial).length <= FEED_DOCUMENT_POSTS;
  return isDocument && cursor === initial.next ? FEED_REST : PAGE_LIMIT_DEFAULT;
}
