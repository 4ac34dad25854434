import { useEffect } from "react";
import { type DataStrategyResult, type MiddlewareFunction, useLocation, useMatches } from "react-router";
import { type FromMemory, forgetPages, keepPage, pagesVersion, takePage } from "~/ui/router/kept-pages";
import { entryKey } from "~/ui/router/page-key";
import { type Router, useRouter } from "~/ui/router/router";
import { useReload } from "~/ui/router/use-reload";
import { prefetchTexts } from "./prefetch-routes";

/** The `handle` of a route whose data Back shows at once. Its page has to follow data that is reloaded. */
export interface KeepsPage {
  keepsPage?: boolean;
}

let router: Router | undefined;

/** Returns whether a loader runs for a navigation, and not for a reload of the shown page. */
export function isNavigating(): boolean {
  return router?.state.navigation.state === "loading";
}

/** Keeps the data of each page that the member leaves, and reloads a page that was shown from memory. */
export function KeepPages(): null {
  const current = useRouter();
  useEffect(() => {
    router = current;
    const stop = current && followPages(current);
    return () => {
      stop?.();
      forgetPages();
    };
  }, [current]);

  const { key } = useLocation();
  const { isFromMemory } = (useMatches().at(-1)?.loaderData ?? {}) as FromMemory;
  const reload = useReload("page");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry is another page.
  useEffect(() => {
    if (isFromMemory) void reload();
  }, [key, isFromMemory, reload]);
  return null;
}

/** Keeps the shown page as the next one replaces it. Returns a function that stops this. */
function followPages(router: Router): () => void {
  let shown = router.state;
  let version = pagesVersion();
  return router.subscribe((state) => {
    const { navigation } = state;
    // With the data, and not after it.
    if (navigation.state === "loading") prefetchTexts(navigation.matches.map(({ route }) => route.id));
    if (navigation.state !== "idle") return;
    if (state.location.key !== shown.location.key && version === pagesVersion()) keep(shown);
    if (state.loaderData !== shown.loaderData) version = pagesVersion();
    shown = state;
  });
}

function keep({ location: { key, pathname, search }, matches, loaderData, errors }: Router["state"]): void {
  const { id = "", handle } = matches.at(-1)?.route ?? {};
  // React Router does not type handles.
  const { keepsPage } = (handle ?? {}) as KeepsPage;
  if (keepsPage && !errors) keepPage(key, { address: pathname + search, routeId: id, data: loaderData[id] });
}

/** Client middleware that answers Back and Forward with the page's former data. A form that writes drops all of it. */
export const showKeptPages: MiddlewareFunction<Record<string, DataStrategyResult>> = ({ request }, next) => {
  if (request.method !== "GET") forgetPages();
  const { pathname, search } = new URL(request.url);
  // Before a navigation goes back, the browser has; before others it has not moved.
  const key = entryKey();
  const isBack = router !== undefined && key !== router.state.location.key;
  const page = isBack ? takePage(key, pathname + search) : undefined;
  if (!page) return next();
  return Promise.resolve({
    [page.routeId]: { type: "data", result: { ...page.data, isFromMemory: true } },
  });
};
