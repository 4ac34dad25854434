import { atom } from "nanostores";
import type { ServerFrame } from "~/contract/channel";
import { RECENT_NOTIFICATIONS } from "~/contract/limits";
import { api } from "~/features/api/client";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";

export type LiveNotification = Extract<ServerFrame, { type: "notification" }>["payload"] & {
  /** When it arrived, as ISO 8601. */
  receivedAt: string;
};

/** Matches the notifications that the server has deleted: those about a post or from a member. */
export type NotificationFilter = (notification: Pick<LiveNotification, "entityId" | "fromUserId">) => boolean;

/** Notifications that arrived while this page was open, newest first; only the last ten (docs/product.md#notifications). */
export const $recent = atom<readonly LiveNotification[]>([]);
/** The number of unread notifications. */
export const $unreadNotifications = atom(0);
/** The last removal of notifications; the open menu removes its rows by it. */
export const $removal = atom<NotificationFilter | null>(null);

/** Incremented whenever the count changes other than by a new notification: a count requested before is out of date. */
let version = 0;
/** The newest notification that the last count includes. A `notification` frame can arrive after a count with it. */
let countedTo = 0;
const isUncounted = ({ id }: { id: string }) => Number(id) > countedTo;
/** `version` at the start of the sync in progress. */
let versionAtSync = 0;

onFrame("notification", (payload) => {
  const recent = $recent.get();
  if (recent.some(({ id }) => id === payload.id)) return;
  const notification = { ...payload, receivedAt: new Date().toISOString() };
  $recent.set([notification, ...recent].slice(0, RECENT_NOTIFICATIONS));
  if (isUncounted(payload)) $unreadNotifications.set($unreadNotifications.get() + 1);
});

onFrame("notifications_read", ({ unread }) => {
  version += 1;
  $unreadNotifications.set(unread);
});

// An answered request is marked as read, and the notification of a cancelled request is deleted.
onFrame("connection_status", ({ status, fromUserId }) => {
  if (status === "cancelled") {
    removeRecent((one) => one.type === "connection_request" && one.fromUserId === fromUserId);
  }
  if (status !== "pending" && status !== "disconnected") void loadCount();
});

link.onOpen(() => {
  versionAtSync = version;
});
onFrame("unread", ({ notifications }) => {
  if (version === versionAtSync) setCount(notifications);
  else void loadCount();
});
link.$state.listen((state) => {
  if (state === "closed" || state === "ended") reset();
});

/**
 * Removes notifications that the server deleted together with a post or a block, which sends no frame for each. The
 * filter decides, not the reply of the server, because a replica of the database may lag.
 */
export function removeNotifications(filter: NotificationFilter): void {
  removeRecent(filter);
  $removal.set(filter);
  version += 1;
  void loadCount();
}

function removeRecent(filter: (notification: LiveNotification) => boolean): void {
  $recent.set($recent.get().filter((notification) => !filter(notification)));
}

async function loadCount(): Promise<void> {
  const requestedAt = version;
  try {
    const count = await api("GET /api/notifications/unread");
    if (requestedAt === version) setCount(count);
  } catch {
    // The next sync brings the count.
  }
}

function setCount({ count, last }: { count: number; last: string }): void {
  countedTo = Number(last);
  $unreadNotifications.set(count + $recent.get().filter(isUncounted).length);
}

function reset(): void {
  $recent.set([]);
  $unreadNotifications.set(0);
}
