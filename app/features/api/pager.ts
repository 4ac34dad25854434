import { atom, type ReadableAtom } from "nanostores";
import { EMPTY_PAGES_MAX } from "~/contract/limits";
import type { Page } from "./client";

/** The items of one reply. Removing items does not change the key, so React keeps the rendered page. */
export interface LoadedPage<T> {
  key: string;
  items: readonly T[];
}

/** A cursor-paged list as far as it is loaded. */
export interface LoadedList<T> {
  pages: readonly LoadedPage<T>[];
  /** The cursor of the page after the loaded ones; null when there is none. */
  next: string | null;
}

/**
 * `failed`: the last request failed. `paused`: the last pages had nothing new, and there are more. In both, fetch only
 * when the member asks for it.
 */
export type PagerPhase = "idle" | "loading" | "failed" | "paused";

export interface PagerState<T> extends LoadedList<T> {
  phase: PagerPhase;
}

/** One list of the API, page by page (docs/product.md#paging). Lives outside React; read `$list` with `useStore`. */
export interface Pager<T> {
  readonly $list: ReadableAtom<PagerState<T>>;
  /**
   * Fetches and appends the next page; does nothing on the last page or while one is in flight. Resolves either way.
   */
  loadMore(): Promise<void>;
  /** Replaces the loaded list, as after a reload, and ignores the reply of a page in flight. */
  reset(list: LoadedList<T>): void;
  /** Applies a refetched first page: see `withFirstPage`. */
  refresh(first: Page<T>): void;
  /** Refetches the items after a refetched first page and replaces them; adds and removes none. Resolves either way. */
  refreshRest(first: Page<T>): Promise<void>;
  /** Inserts new items before the loaded ones. */
  prepend(items: readonly T[]): void;
  /** Replaces each item by what `change` returns for it; null removes it. */
  update(change: (item: T) => T | null): void;
}

/**
 * Creates a pager.
 * @param load fetches the page at a cursor
 * @param initial the list that is loaded already, often by the document's loader
 */
export function createPager<T extends { id: string }>(
  load: (cursor: string) => Promise<Page<T>>,
  initial: LoadedList<T>,
): Pager<T> {
  const $list = atom<PagerState<T>>({ ...initial, phase: "idle" });
  // Incremented by each reset: a page requested before it does not belong to the new list.
  let generation = 0;
  let emptyPages = 0;
  const set = (list: LoadedList<T>, phase: PagerPhase = $list.get().phase) =>
    $list.set({ pages: list.pages, next: list.next, phase });
  return {
    $list,
    async loadMore() {
      const { next, phase } = $list.get();
      if (next === null || phase === "loading") return;
      set($list.get(), "loading");
      const started = generation;
      const page = await load(next).catch(() => null);
      if (started !== generation) return;
      if (!page) return set($list.get(), "failed");
      const list = withNextPage($list.get(), page);
      emptyPages = list.pages.length > $list.get().pages.length ? 0 : emptyPages + 1;
      set(list, list.next !== null && emptyPages >= EMPTY_PAGES_MAX ? "paused" : "idle");
    },
    reset: (list) => {
      generation += 1;
      set(list, "idle");
    },
    refresh(first) {
      const list = withFirstPage($list.get(), first);
      if (list.next === $list.get().next) set(list);
      else this.reset(list);
    },
    async refreshRest({ items, next }) {
      const rest = new Set(unlisted(itemsOf($list.get()), listOf({ items, next })).map(({ id }) => id));
      for (let cursor: string | null = next; cursor !== null && rest.size > 0; ) {
        const page: Page<T> | null = await load(cursor).catch(() => null);
        const found = new Map(page?.items.filter(({ id }) => rest.delete(id)).map((item) => [item.id, item]));
        // A page without any of them is after them.
        if (!page || found.size === 0) return;
        set(withItemsChanged($list.get(), (item) => found.get(item.id) ?? item));
        cursor = page.next;
      }
    },
    prepend: (items) => set(withItemsBefore($list.get(), items)),
    update: (change) => set(withItemsChanged($list.get(), change)),
  };
}

/** Returns a list of one page. */
export function listOf<T extends { id: string }>({ items, next }: Page<T>): LoadedList<T> {
  return { pages: pagesOf(items), next };
}

/** Returns the items of all loaded pages. */
export function itemsOf<T>({ pages }: LoadedList<T>): T[] {
  return pages.flatMap(({ items }) => items);
}

/** Appends a page to a list, without the items that are loaded already. */
export function withNextPage<T extends { id: string }>(list: LoadedList<T>, page: Page<T>): LoadedList<T> {
  return { pages: [...list.pages, ...pagesOf(unlisted(page.items, list))], next: page.next };
}

/** Inserts new items before a list's first page, without those that are loaded already. */
export function withItemsBefore<T extends { id: string }>(
  list: LoadedList<T>,
  items: readonly T[],
): LoadedList<T> {
  return { pages: [...pagesOf(unlisted(items, list)), ...list.pages], next: list.next };
}

/**
 * Replaces a list's first page by a refetched one. Items loaded after that page's last item stay. If that item is not
 * loaded, there may be a gap, so the list starts over with the page.
 */
export function withFirstPage<T extends { id: string }>(list: LoadedList<T>, first: Page<T>): LoadedList<T> {
  const loaded = itemsOf(list);
  const last = first.items.at(-1)?.id;
  const end = loaded.findIndex(({ id }) => id === last);
  if (first.next === null || end < 0) return listOf(first);
  const head = listOf({ items: first.items, next: list.next });
  const rest = unlisted(loaded.slice(end + 1), head);
  return { pages: [...head.pages, ...pagesOf(rest)], next: list.next };
}

/** Replaces each item by what `change` returns for it; null removes it. Unchanged pages stay the same objects. */
export function withItemsChanged<T extends { id: string }>(
  list: LoadedList<T>,
  change: (item: T) => T | null,
): LoadedList<T> {
  const pages = list.pages.map((page) => {
    const items = page.items.map(change).filter((item) => item !== null);
    const isSame =
      items.length === page.items.length && items.every((item, index) => item === page.items[index]);
    return isSame ? page : { ...page, items };
  });
  return { pages: pages.filter(({ items }) => items.length > 0), next: list.next };
}

function pagesOf<T extends { id: string }>(items: readonly T[]): LoadedPage<T>[] {
  return items[0] ? [{ key: items[0].id, items }] : [];
}

function unlisted<T extends { id: string }>(items: readonly T[], list: LoadedList<T>): T[] {
  const loaded = new Set(itemsOf(list).map(({ id }) => id));
  return items.filter(({ id }) => !loaded.has(id));
}
