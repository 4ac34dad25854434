import { atom } from "nanostores";
import { onFrame } from "./frames";
import { link } from "./link";

/**
 * Up to this message nothing is missing; null before the first sync. Live messages do not move it: one of them may arrive
 * before an earlier one.
 */
let syncedTo: string | null = null;

/** Whether everything missed has arrived. False from each loss of the link until the next sync has ended. */
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
