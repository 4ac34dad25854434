import { atom } from "nanostores";
import type { ServerFrame } from "~/contract/channel";
import { RECENT_NOTIFICATIONS } from "~/contract/limits";
import { api } from "~/features/api/client";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";

export type LiveNotification = Extract<ServerFrame, { type: "notification" }>["payload"] & {
  /** Time of arrival, as ISO 8601. */
  receivedAt: string;
};

/** The subject of a notification. An empty text or null stands for nothing, or for what is not known. */
export interface NotificationSubject {
  id: string;
  entityId: string | null;
  /** The comment that it is about, and the one that it replies to. */
  commentIds: readonly (string | null | undefined)[];
  fromUserId: string;
}

/** Matches notifications that the server has deleted: about a post or comment, from a member, or a single one. */
export type NotificationFilter = (notification: NotificationSubject) => boolean;

const subjectOf = ({ commentId, parentId, ...live }: LiveNotification): NotificationSubject => ({
  ...live,
  commentIds: [commentId, parentId],
});

/**
 * Notifications that arrived while this page was open, newest first; only the last ten (docs/product.md#notifications).
 */
export const $recent = atom<readonly LiveNotification[]>([]);
/** The number of unread notifications. */
export const $unreadNotifications = atom(0);
/** The filter of the last removal; the open menu applies it to its rows. */
export const $removal = atom<NotificationFilter | null>(null);

interface ReadNotifications {
  /** All up to this id. */
  upTo: number;
  /** Those of a group, by its id, up to an id. */
  groups: ReadonlyMap<string, number>;
}

const NONE_READ: ReadNotifications = { upTo: 0, groups: new Map() };
/** The notifications that were marked as read while this page was open, in any tab. Nothing makes them unread again. */
export const $read = atom<ReadNotifications>(NONE_READ);

/** Incremented whenever the count changes other than by a new notification: a count requested before is stale. */
let version = 0;
/**
 * Id of the newest notification that the last count includes. A `notification` frame can arrive after a count with it.
 */
let countedTo = 0;
const isUncounted = ({ id }: { id: string }) => Number(id) > countedTo;
/** `version` at the start of the sync in progress. */
let versionAtSync = 0;

/** Deleted notifications, comments and posts: the frame of a new notification can arrive after that of its deletion. */
const deletedIds = new Set<string | null | undefined>();
const isDeleted = ({ id, entityId, commentIds }: NotificationSubject) =>
  [id, entityId, ...commentIds].some((one) => deletedIds.has(one));

onFrame("notification", (payload) => {
  const recent = $recent.get();
  const notification = { ...payload, receivedAt: new Date().toISOString() };
  if (isDeleted(subjectOf(notification)) || recent.some(({ id }) => id === payload.id)) return;
  $recent.set([notification, ...recent].slice(0, RECENT_NOTIFICATIONS));
  if (isUncounted(payload)) $unreadNotifications.set($unreadNotifications.get() + 1);
});

onFrame("notifications_read", ({ id, group, upTo, ...left }) => {
  if (upTo !== undefined) markAllRead(upTo);
  // A notification that is never grouped has the id of its group.
  if (id !== undefined) markGroupRead(group ?? id, id);
  recount(left);
});

onFrame("notification_deleted", ({ id, commentId, entityId, fromUserId, ...left }) => {
  for (const one of [id, commentId, entityId]) if (one) deletedIds.add(one);
  remove((one) => isDeleted(one) || one.fromUserId === fromUserId);
  recount(left);
  // Those of others about a closed account's posts are gone too; the open list is loaded again.
  if (fromUserId) removeRecent((one) => !isUncounted(one));
});

// The server marks the notification of an accepted or rejected request as read, and deletes that of a cancelled one.
onFrame("connection_status", ({ status, fromUserId }) => {
  if (status === "cancelled") {
    removeRecent(
      (notification) => notification.type === "connection_request" && notification.fromUserId === fromUserId,
    );
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

/** Shows the notifications of a group as read, up to the id `upTo`. */
export function markGroupRead(group: string, upTo: string): void {
  const read = $read.get();
  const last = Math.max(read.groups.get(group) ?? 0, Number(upTo));
  $read.set({ ...read, groups: new Map([...read.groups, [group, last]]) });
}

function markAllRead(upTo: string): void {
  const read = $read.get();
  $read.set({ ...read, upTo: Math.max(read.upTo, Number(upTo)) });
}

/** Marks notifications up to the newest shown one as read, on closing the menu or page. The reply is a frame. */
export function markSeen(newest: string): void {
  if ($unreadNotifications.get() > 0)
    api("POST /api/notifications/read/all", { body: { upTo: newest } }).catch(() => undefined);
}

/**
 * Removes notifications that the server deleted together with a post or a block, which sends no frame for each. The
 * filter decides, not the reply of the server, because a replica of the database may lag.
 */
export function removeNotifications(filter: NotificationFilter): void {
  remove(filter);
  version += 1;
  void loadCount();
}

function remove(filter: NotificationFilter): void {
  removeRecent((live) => filter(subjectOf(live)));
  $removal.set(filter);
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
    // The next sync sends the count.
  }
}

function recount({ unread, last }: { unread: number; last: string }): void {
  version += 1;
  setCount({ count: unread, last });
}

function setCount({ count, last }: { count: number; last: string }): void {
  countedTo = Number(last);
  $unreadNotifications.set(count + $recent.get().filter(isUncounted).length);
}

function reset(): void {
  $recent.set([]);
  $read.set(NONE_READ);
  $unreadNotifications.set(0);
}
