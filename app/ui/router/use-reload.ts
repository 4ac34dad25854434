import { useCallback } from "react";
import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { type Router, useRouter } from "./router";

let reloading: Promise<void> | null = null;
let reloadingRouter: Router | null = null;
let isWanted = false;

/**
 * Returns a function that reloads the data of the page, and resolves when that has ended. It does nothing during a
 * navigation, which loads the data anyway. During a reload it waits and then reloads again. A revalidation would abort
 * either, and React Router leaves the abort unhandled. Reads the router's own state, because `useNavigation` follows it only
 * after a render.
 */
export function useReload(): () => Promise<void> {
  const router = useRouter();
  return useCallback(async () => {
    if (router) await reload(router);
  }, [router]);
}

function reload(router: Router): Promise<void> {
  isWanted = true;
  reloadingRouter = router;
  reloading ??= reloadWhileWanted(router).finally(() => {
    reloading = null;
    reloadingRouter = null;
  });
  return reloading;
}

async function reloadWhileWanted(router: Router): Promise<void> {
  while (isWanted && router.state.navigation.state === "idle") {
    isWanted = false;
    await router.revalidate();
  }
  isWanted = false;
}

/**
 * Client middleware that keeps the shown page, with all of its data, when a reload fails because of the network or the
 * server. React Router would replace the page by its error page. Other replies take effect: a 404, or the redirect of an
 * ended session. A failed navigation shows the error page, and a failed retry leaves it there; so does the first load of a page that a part of its
 * data stands for (`isPreview`).
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
