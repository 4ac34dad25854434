import type { ScrollAnchor } from "./feed-store";

/** Session storage of the scroll anchor, for a reload and for Back from another document. */
const STORAGE_KEY = "afterglow_feed_anchor";

/** Stores the scroll anchor of a history entry; null removes it. */
export function storeAnchor(entry: string, anchor: ScrollAnchor | null): void {
  try {
    if (anchor) sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...anchor, entry }));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is disabled or full: the browser's own scroll offset remains.
  }
}

/** Removes the stored anchor and returns it if it belongs to that history entry. */
export function takeStoredAnchor(entry: string): ScrollAnchor | null {
  try {
    const stored: Partial<ScrollAnchor & { entry: string }> | null = JSON.parse(
      sessionStorage.getItem(STORAGE_KEY) ?? "null",
    );
    sessionStorage.removeItem(STORAGE_KEY);
    if (stored?.entry !== entry || typeof stored.id !== "string" || typeof stored.top !== "number")
      return null;
    return { id: stored.id, top: stored.top };
  } catch {
    return null;
  }
}
