/** Key of the router's current location; that of the first one is "default". */
let current = "default";

/** Stores the key after a navigation. */
export function setPageKey(key: string): void {
  current = key;
}

export function pageKey(): string {
  return current;
}

/** Returns the key of the browser's history entry, which Back changes before the router does. */
export const entryKey = (): string => history.state?.key ?? "default";
