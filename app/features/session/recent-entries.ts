/**
 * Lists of texts that a member entered lately in this browser, newest first. Log-out deletes the list
 * of a key that begins with "afterglow_". Without storage a list is empty.
 */

const MAX_ENTRIES = 6;

/** Returns the entries of a list, at most six. */
export function recentEntries(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((entry) => typeof entry === "string").slice(0, MAX_ENTRIES)
      : [];
  } catch {
    // Storage is disabled, or the value is not JSON.
    return [];
  }
}

/** Stores a text as the newest entry of a list. */
export function saveRecentEntry(key: string, entry: string): void {
  try {
    const others = recentEntries(key).filter((other) => other !== entry);
    localStorage.setItem(key, JSON.stringify([entry, ...others].slice(0, MAX_ENTRIES)));
  } catch {
    // Storage is disabled: the list stays empty.
  }
}

/** Deletes a list. */
export function clearRecentEntries(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is disabled: there is no list.
  }
}
