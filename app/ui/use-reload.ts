import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";

type Router = NonNullable<React.ContextType<typeof DataRouterContext>>["router"];

let reloading: Promise<void> | null = null;
let isWanted = false;

/**
 * Returns a function that reloads the data of the page, and resolves when that has ended. It does nothing during a
 * navigation, which loads the data anyway. During a reload it waits and then reloads again. A revalidation would abort
 * either, and React Router leaves the abort unhandled. Reads the router's own state, because `useNavigation` follows it only
 * after a render.
 */
export function useReload(): () => Promise<void> {
  const router = useContext(DataRouterContext)?.router;
  return useCallback(async () => {
    if (router) await reload(router);
  }, [router]);
}

function reload(router: Router): Promise<void> {
  isWanted = true;
  reloading ??= reloadWhileWanted(router).finally(() => {
    reloading = null;
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
