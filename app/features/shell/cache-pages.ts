import { useEffect } from "react";
import { type DataStrategyResult, type MiddlewareFunction, useLocation, useMatches } from "react-router";
import {
  cachePage,
  clearPageCache,
  type FromCache,
  pageCacheVersion,
  takeCachedPage,
} from "~/ui/router/page-cache";
import { entryKey } from "~/ui/router/page-key";
import { type Router, useRouter } from "~/ui/router/router";
import { useReload } from "~/ui/router/use-reload";
import { prefetchTexts } from "./prefetch-routes";

/** The `handle` of a route whose data is cached for Back. Its page has to follow data that is reloaded. */
export interface CachesPage {
  cachesPage?: boolean;
}

let router: Router | undefined;

/** Returns whether a loader runs for a navigation, and not for a reload of the shown page. */
export function isNavigating(): boolean {
  return router?.state.navigation.state === "loading";
}

/** Caches the data of each page that the member leaves, and reloads a page that was shown from the cache. */
export function PageCaching(): null {
  const current = useRouter();
  useEffect(() => {
    router = current;
    const stop = current && followPages(current);
    return () => {
      stop?.();
      clearPageCache();
    };
  }, [current]);

  const { key } = useLocation();
  const { isFromCache } = (useMatches().at(-1)?.loaderData ?? {}) as FromCache;
  const reload = useReload("page");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is another page.
  useEffect(() => {
    if (isFromCache) void reload();
  }, [key, isFromCache, reload]);
  return null;
}

/** Caches the shown page as the next one replaces it. Returns a function that stops this. */
function followPages(router: Router): () => void {
  let shown = router.state;
  let version = pageCacheVersion();
  return router.subscribe((state) => {
    const { navigation } = state;
    // With the data, and not after it.
    if (navigation.state === "loading") prefetchTexts(navigation.matches.map(({ route }) => route.id));
    if (navigation.state !== "idle") return;
    if (state.location.key !== shown.location.key && version === pageCacheVersion()) cache(shown);
    if (state.loaderData !== shown.loaderData) version = pageCacheVersion();
    shown = state;
  });
}

function cache({ location: { key, pathname, search }, matches, loaderData, errors }: Router["state"]): void {
  const { id = "", handle } = matches.at(-1)?.route ?? {};
  // React Router does not type handles.
  const { cachesPage } = (handle ?? {}) as CachesPage;
  if (cachesPage && !errors)
    cachePage(key, { address: pathname + search, routeId: id, data: loaderData[id] });
}

/** Client middleware that serves Back and Forward from the page cache. A form that writes clears the cache. */
export const serveCachedPages: MiddlewareFunction<Record<string, DataStrategyResult>> = (
  { request },
  next,
) => {
  if (request.method !== "GET") clearPageCache();
  const { pathname, search } = new URL(request.url);
  // Before a navigation goes back, the browser has; before others it has not moved.
  const key = entryKey();
  const isBack = router !== undefined && key !== router.state.location.key;
  const page = isBack ? takeCachedPage(key, pathname + search) : undefined;
  if (!page) return next();
  return Promise.resolve({
    [page.routeId]: { type: "data", result: { ...page.data, isFromCache: true } },
  });
};
