import { CACHE_MS } from "~/contract/limits";

/** The data of a page that the member has left. */
export interface KeptPage {
  /** Its path and query. */
  address: string;
  routeId: string;
  /** The data of its loader. */
  data: object;
}

/** The mark of loader data that the browser had. The page reloads it once it is shown. */
export interface FromMemory {
  isFromMemory?: boolean;
}

/** The pages that Back shows at once, by the key of their history entry, newest last. Empty on the server. */
const pages = new Map<string, KeptPage & { keptAt: number }>();
let writes = 0;

/** Keeps a page for Back; `now` in milliseconds since 1970. Forgets those that are stale. */
export function keepPage(key: string, page: KeptPage, now: number = Date.now()): void {
  for (const [other, { keptAt }] of pages) if (now - keptAt > CACHE_MS) pages.delete(other);
  pages.set(key, { ...page, keptAt: now });
}

/**
 * Returns and removes the kept page of a history entry: it is kept again when the member leaves it, unless its reload
 * has failed. Undefined when there is none at this address, or it is stale.
 */
export function takePage(key: string, address: string, now: number = Date.now()): KeptPage | undefined {
  const page = pages.get(key);
  pages.delete(key);
  return page?.address === address && now - page.keptAt <= CACHE_MS ? page : undefined;
}

/** Deletes all kept pages, and the shown one's data: a write, or a change of connections, may have changed them. */
export function forgetPages(): void {
  writes += 1;
  pages.clear();
}

/** Returns the number of times that the pages were deleted. A page that was loaded before the last one is not kept. */
export function pagesVersion(): number {
  return writes;
}
