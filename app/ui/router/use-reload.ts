import { useCallback } from "react";
import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { type Router, useRouter } from "./router";

let reloading: Promise<void> | null = null;
let reloadingRouter: Router | null = null;
/** `page`: without the data of the session, as after a navigation. */
type Extent = "page" | "all";
let wanted: Extent | null = null;
let loading: Extent | null = null;

/**
 * Returns a function that reloads the data of the page, and resolves when that has ended. It does nothing during a
 * navigation, which loads the data anyway. During a reload it waits and then reloads again. A revalidation would abort
 * either, and React Router leaves the abort unhandled. Reads the router's own state, because `useNavigation` follows it
 * only after a render.
 */
export function useReload(extent: Extent = "all"): () => Promise<void> {
  const router = useRouter();
  return useCallback(async () => {
    if (router) await reload(router, extent);
  }, [router, extent]);
}

/** Returns whether the reload in flight leaves out the data of the session. */
export function reloadsPageOnly(): boolean {
  return loading === "page";
}

function reload(router: Router, extent: Extent): Promise<void> {
  wanted = wanted === "all" ? "all" : extent;
  reloadingRouter = router;
  reloading ??= reloadWhileWanted(router).finally(() => {
    reloading = null;
    reloadingRouter = null;
    loading = null;
  });
  return reloading;
}

async function reloadWhileWanted(router: Router): Promise<void> {
  while (wanted && router.state.navigation.state === "idle") {
    loading = wanted;
    wanted = null;
    await router.revalidate();
  }
  wanted = null;
}

/**
 * Client middleware that keeps the shown page, with all of its data, when a reload fails because of the network or the
 * server. React Router would replace the page by its error page. Other replies take effect: a 404, or the redirect of
 * an ended session. A failed navigation shows the error page, and a failed retry leaves it there. So does the reload
 * that completes a page of which the browser has a part (`isPreview`).
 */
export const keepPageWhenReloadFails: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const state = reloadingRouter?.state;
  const { isPreview } = state?.loaderData[state.matches.at(-1)?.route.id ?? ""] ?? {};
  const isReload =
    request.method === "GET" && state?.navigation.state === "idle" && !state.errors && !isPreview;
  const results = await next();
  const hasFailed = Object.values(results).some(
    ({ type, result }) => type === "error" && isTemporary(result),
  );
  // React Router keeps the data of a route without a result.
  return isReload && hasFailed ? {} : results;
};

/** Returns whether a later request may succeed: the network or the server failed, or a rate limit was reached. */
function isTemporary(error: unknown): boolean {
  // Redirects are thrown too.
  if (error instanceof Response || isRouteErrorResponse(error))
    return error.status >= 500 || error.status === 429;
  return true;
}
