import { storedText, storeText } from "./member-storage";

/**
 * Lists of texts that a member entered lately in this browser, newest first. Log-out deletes the list
 * of a key that begins with "afterglow_". Without storage a list is empty.
 */

const MAX_ENTRIES = 6;

/** Returns the entries of a list, at most six. */
export function recentEntries(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(storedText(key) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((entry) => typeof entry === "string").slice(0, MAX_ENTRIES)
      : [];
  } catch {
    // The value is not JSON.
    return [];
  }
}

/** Stores a text as the newest entry of a list. */
export function saveRecentEntry(key: string, entry: string): void {
  const others = recentEntries(key).filter((other) => other !== entry);
  storeText(key, JSON.stringify([entry, ...others].slice(0, MAX_ENTRIES)));
}

/** Deletes a list. */
export function clearRecentEntries(key: string): void {
  storeText(key, null);
}
