import { atom } from "nanostores";
import { onFrame } from "./frames";
import { link } from "./link";

/**
 * Sync cursor: no message up to this id is missing; null before the first sync. Live messages do not advance it, because
 * they may arrive out of order.
 */
let syncedTo: string | null = null;

/** Whether all missed messages have arrived. False from each loss of the link until the next sync ends. */
export const $isInSync = atom(false);

/**
 * Requests the messages after the last sync and everything unread (docs/product.md#channel). They arrive as `message`
 * and `unread` frames. Does nothing while the link is closed.
 */
export function requestSync(): void {
  link.send({ type: "sync", payload: { after: syncedTo } });
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
