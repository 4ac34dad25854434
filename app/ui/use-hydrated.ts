import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * Returns whether the page is hydrated. The server and hydration render without what only the browser knows, such as its storage, and the
 * page renders again at once.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
