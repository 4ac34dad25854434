import { isOfGroup } from "~/contract/notification-groups";
import { counts } from "~/features/session/tab-title";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { $unread } from "./unread-store";

/** The data of a notification, as public/sw.js stores it. */
interface Shown {
  kind: "message" | "request" | "other";
  tag: string;
  id: string;
  from: string;
}

/**
 * Reports whether the page is visible, shows the unread count as the installed app's badge, and closes this
 * device's notifications of read messages and events. Returns a function that stops it.
 */
export function startDeviceNotifications(memberId: string): () => void {
  const report = () => {
    const payload = { isVisible: document.visibilityState === "visible" };
    link.send({ type: "visibility", payload });
  };
  document.addEventListener("visibilitychange", report);
  // The title shows the same number, so it changes with it.
  const titles = new MutationObserver(setBadge);
  titles.observe(document.head, { childList: true, subtree: true, characterData: true });
  setBadge();
  const stops = [
    () => titles.disconnect(),
    link.onOpen(report),
    onFrame("unread", ({ notifications }) =>
      closeShown(({ kind }) => kind !== "message" && notifications.count === 0),
    ),
    // Messages that are counted and not listed may be of any sender.
    $unread.listen(({ bySender, unlisted }) =>
      closeShown(
        ({ kind, from }) =>
          kind === "message" && bySender !== null && unlisted === 0 && !bySender.get(from)?.size,
      ),
    ),
    onFrame("notifications_read", ({ id, group, upTo }) =>
      closeShown((one) => {
        const last = group !== undefined && isOfGroup(one.tag, group) ? id : upTo;
        return one.kind !== "message" && (one.id === id || Number(one.id) <= Number(last ?? 0));
      }),
    ),
    onFrame("read", ({ userId, senderId }) => {
      if (userId === memberId) closeShown(({ kind, from }) => kind === "message" && from === senderId);
    }),
  ];
  return () => {
    document.removeEventListener("visibilitychange", report);
    for (const stop of stops) stop();
  };
}

function setBadge(): void {
  const count = [...counts.values()].reduce((a, b) => a + b, 0);
  // Missing in Firefox, and refused where the app is not installed.
  navigator.setAppBadge?.(count).catch(() => undefined);
}

/** Closes the notifications that this device shows and that match. */
async function closeShown(isRead: (shown: Shown) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const notification of (await registration?.getNotifications()) ?? []) {
    // Written by public/sw.js.
    if (isRead(notification.data as Shown)) notification.close();
  }
}
