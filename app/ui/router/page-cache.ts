import { CACHE_MS } from "~/contract/limits";

/** The cached data of a page that the member has left. */
export interface CachedPage {
  /** Its path and query. */
  address: string;
  routeId: string;
  /** The data of its loader. */
  data: object;
}

/** Set on loader data that came from the browser's memory. The page reloads it once it is shown. */
export interface FromCache {
  isFromCache?: boolean;
}

/** The page cache of Back and Forward, by the key of the history entry, newest last. Empty on the server. */
const pages = new Map<string, CachedPage & { cachedAt: number }>();
let version = 0;

/** Caches a page for Back and Forward; `now` in milliseconds since 1970. Evicts stale pages. */
export function cachePage(key: string, page: CachedPage, now: number = Date.now()): void {
  for (const [other, { cachedAt }] of pages) if (now - cachedAt > CACHE_MS) pages.delete(other);
  pages.set(key, { ...page, cachedAt: now });
}

/**
 * Returns and evicts the cached page of a history entry: it is cached again when the member leaves it, unless its
 * reload has failed. Undefined when there is none at this address, or it is stale.
 */
export function takeCachedPage(
  key: string,
  address: string,
  now: number = Date.now(),
): CachedPage | undefined {
  const page = pages.get(key);
  pages.delete(key);
  return page?.address === address && now - page.cachedAt <= CACHE_MS ? page : undefined;
}

/** Evicts all cached pages, and invalidates the shown one's data: writes and changes of connections affect them. */
export function clearPageCache(): void {
  version += 1;
  pages.clear();
}

/** Returns the number of times that the cache was cleared. A page that was loaded before the last one is not cached. */
export function pageCacheVersion(): number {
  return version;
}
