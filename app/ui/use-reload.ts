import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";

type Router = NonNullable<React.ContextType<typeof DataRouterContext>>["router"];

let isReloading = false;
let isWanted = false;

/**
 * Returns a function that reloads the data of the page. It does nothing during a navigation, which loads the data anyway.
 * During a reload it waits and then reloads again. A revalidation would abort either, and React Router leaves the abort
 * unhandled. Reads the router's own state, because `useNavigation` follows it only after a render.
 */
export function useReload(): () => void {
  const router = useContext(DataRouterContext)?.router;
  return useCallback(() => {
    if (router) void reload(router);
  }, [router]);
}

async function reload(router: Router): Promise<void> {
  isWanted = true;
  if (isReloading) return;
  isReloading = true;
  try {
    while (isWanted && router.state.navigation.state === "idle") {
      isWanted = false;
      await router.revalidate();
    }
  } finally {
    isReloading = false;
    isWanted = false;
  }
}
