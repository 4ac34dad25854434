/** Names of the cache and of its entries in public/sw.js: what another app has shared with Afterglow. */
export const SHARED_CACHE = "shared";

/** Deletes what was shared last and not taken by the composer, on log-out and on deletion of the account. */
export async function deleteShared(): Promise<void> {
  try {
    await caches.delete(SHARED_CACHE);
  } catch {
    // The browser has no storage: nothing was kept.
  }
}
