/** Key of the router's current location; that of the first one is "default". */
let current = "default";

/** Stores the key after a navigation. */
export function setPageKey(key: string): void {
  current = key;
}

export function pageKey(): string {
  return current;
}
