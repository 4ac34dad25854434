import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * Returns whether the page is hydrated. The server and hydration render without data that only the browser has, such as
 * its storage, and the page renders again at once.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
