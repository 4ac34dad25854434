import { atom } from "nanostores";
import { PAGE_AWAY_DAYS } from "~/contract/limits";
import { DAY_MS } from "~/contract/time";
import { onFrame } from "./frames";
import { link } from "./link";

/**
 * Sync cursor: no message up to it is missing; null before the first sync. Kept as the hub sent it. Live messages do
 * not advance it, because they may arrive out of order.
 */
let syncedTo: string | null = null;
/** When the last sync ended, in milliseconds since 1970. */
let syncedAt = 0;

/** Whether all missed messages have arrived. False from each loss of the link until the next sync ends. */
export const $isInSync = atom(false);

let oldestLoaded: () => Record<string, string> = () => ({});

/**
 * Sets the source of the ids of the oldest messages that the page has loaded, keyed by the other member: a sync reports
 * their reads and deletions since. Returns a function that removes it.
 */
export function reportLoaded(oldest: () => Record<string, string>): () => void {
  oldestLoaded = oldest;
  return () => {
    oldestLoaded = () => ({});
  };
}

/**
 * Returns whether a sync brings the page's messages up to date: not before the first, and not when the last was so long
 * ago that the server may have purged tombstones since (docs/product.md#retention).
 */
export function canCatchUp(): boolean {
  return syncedTo !== null && Date.now() - syncedAt < PAGE_AWAY_DAYS * DAY_MS;
}

/**
 * Requests the messages after the last sync, the changes of those that the page has loaded, and everything unread
 * (docs/product.md#channel). They arrive as `message`, `message_deleted`, `read` and `unread` frames. Does nothing
 * while the link is closed. A page that cannot catch up starts over.
 */
export function requestSync(): void {
  if (!canCatchUp()) syncedTo = null;
  const held = oldestLoaded();
  link.send({
    type: "sync",
    payload: { after: syncedTo, ...(Object.keys(held).length > 0 ? { held } : {}) },
  });
}

/** Syncs after each opening of the link. Returns a function that stops it. */
export function startSync(): () => void {
  const stops = [
    link.$state.listen((state) => {
      if (state !== "open") $isInSync.set(false);
    }),
    link.onOpen(requestSync),
    onFrame("synced", ({ after, more }) => {
      syncedTo = after;
      syncedAt = Date.now();
      if (more) requestSync();
      else $isInSync.set(true);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    syncedTo = null;
    $isInSync.set(false);
  };
}
