import { useCallback, useEffect, useState } from "react";
import type { Page } from "~/features/api/client";
import {
  createPager,
  type LoadedList,
  listOf,
  type Pager,
  type PagerState,
  withFirstPage,
} from "~/features/api/pager";
import { useFirstPage, usePager } from "~/features/api/use-pager";
import { onNearViewport } from "~/ui/on-near-viewport";
import { useEntryCache } from "./entry-cache";

/** Distance below the viewport, in pixels, at which the next page is fetched. */
const PRELOAD_MARGIN = 600;

/** The list of a grid. */
export interface GridSource<T> {
  /** Distinguishes the list from others of the same history entry. */
  name: string;
  /** The first page. After a refetch the pages loaded after it stay. */
  first: Page<T>;
  /** Fetches the page at a cursor. */
  load: (cursor: string) => Promise<Page<T>>;
}

/** Returns the loaded pages of a grid. Scrolling loads more; Back restores them from the history entry's cache. */
export function useGridPages<T extends { id: string }>({
  name,
  first,
  load,
}: GridSource<T>): {
  list: PagerState<T>;
  $list: Pager<T>["$list"];
  /** Fetches the next page also once the grid is unmounted: Back restores it. */
  fetchNext: () => Promise<void>;
  loadMore: () => void;
  refreshRest: (first: Page<T>) => Promise<void>;
  /** Ref of an element after the list: the next page is fetched before it comes into view. */
  sentinel: (element: Element | null) => (() => void) | undefined;
} {
  const cache = useEntryCache<LoadedList<T>>(`pages of ${name}`);
  const [pager] = useState(() => createPager(load, withFirstPage(cache.read() ?? listOf(first), first)));
  useFirstPage(pager, first);
  const list = usePager(pager);
  useEffect(() => cache.write(list), [cache, list]);
  const { next, phase } = list;
  const isAutomatic = phase === "idle" || phase === "loading";
  const sentinel = useCallback(
    (element: Element | null) => {
      // Depends on the cursor: observing restarts with each page, and fires at once if the end is still near.
      if (!element || next === null || !isAutomatic) return;
      return onNearViewport(element, PRELOAD_MARGIN, () => void pager.loadMore());
    },
    [next, isAutomatic, pager],
  );
  const fetchNext = useCallback(async () => {
    await pager.loadMore();
    cache.write(pager.$list.get());
  }, [cache, pager]);
  const { $list, refreshRest } = pager;
  return { list, $list, loadMore: () => void pager.loadMore(), fetchNext, refreshRest, sentinel };
}
