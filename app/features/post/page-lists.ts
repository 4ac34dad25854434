import type { ReadableAtom } from "nanostores";
import type { Neighbours } from "~/contract/posts";

/** The posts of a feed or grid, as far as they are loaded. */
export interface PostList {
  /** Their ids, in the order of the page. */
  $ids: ReadableAtom<readonly string[]>;
  /** Fetches the next page; does nothing on the last one. Resolves either way. */
  loadMore: () => Promise<void>;
}

/** More lists than the links back of a document lead to. */
const LISTS_MAX = 20;

/** The lists of the visited pages, by path and query. Written only by effects, so it stays empty on the server. */
const lists = new Map<string, PostList>();

/** Caches the list of a page, for previous and next on the pages of its posts. */
export function cacheList(address: string, list: PostList): void {
  lists.delete(address);
  lists.set(address, list);
  const [first] = lists.keys();
  if (lists.size > LISTS_MAX && first !== undefined) lists.delete(first);
}

/** Returns the list of a page; undefined when it has none. */
export function listOfPage(address: string | undefined): PostList | undefined {
  return address === undefined ? undefined : lists.get(address);
}

/** Returns the neighbours of a post in a list; null when the list does not have it. */
export function neighboursIn(ids: readonly string[], id: string): Neighbours | null {
  const index = ids.indexOf(id);
  return index < 0 ? null : { previous: ids[index - 1] ?? null, next: ids[index + 1] ?? null };
}
