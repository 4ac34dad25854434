import { useSyncExternalStore } from "react";
import type { ServerFrame } from "~/contract/channel";
import { RECENT_NOTIFICATIONS } from "~/contract/limits";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { loadUnread } from "./notification-calls";

export type LiveNotification = Extract<ServerFrame, { type: "notification" }>["payload"] & { at: string };

interface Known {
  unread: number;
  /** What came while this page was open, newest first; only the last ten are kept (spec point 4). */
  recent: readonly LiveNotification[];
}

const nothing: Known = { unread: 0, recent: [] };
let known = nothing;
/** Grows whenever it is told what is left: an answer that was asked for before is out of date. */
let told = 0;
/** Up to this id the count has them all: what was on its way to a hub that was away may come after it. */
let countedTo = 0;
const listeners = new Set<() => void>();

function become(next: Partial<Known>): void {
  known = { ...known, ...next };
  for (const listener of listeners) listener();
}

onFrame("notification", (payload) => {
  if (known.recent.some(({ id }) => id === payload.id)) return;
  const recent = [{ ...payload, at: new Date().toISOString() }, ...known.recent].slice(
    0,
    RECENT_NOTIFICATIONS,
  );
  become({ unread: known.unread + Number(isNew(payload)), recent });
});

onFrame("notifications_read", ({ unread }) => {
  told += 1;
  become({ unread });
});

// A request that was answered is read, and one that was taken back is gone.
onFrame("connection_status", ({ status, fromUserId }) => {
  if (status === "cancelled")
    drop((one) => one.type === "connection_request" && one.fromUserId === fromUserId);
  if (status !== "pending" && status !== "disconnected") void countAgain();
});

link.onOpen(() => void countAgain());
link.subscribe(() => {
  if (link.state === "closed" || link.state === "ended") become(nothing);
});

function drop(isGone: (one: LiveNotification) => boolean): void {
  become({ recent: known.recent.filter((one) => !isGone(one)) });
}

/** Whether a notification goes along with what has just gone: the post it is about, the member it is from. */
export type GoesAlong = (one: Pick<LiveNotification, "entityId" | "fromUserId">) => boolean;

const departures = new Set<(isGone: GoesAlong) => void>();

/**
 * The server has deleted these, along with a post or by a block, and sends no word of each. A copy of the database may
 * lag, so which they are is told by who deletes, and not seen from the server's answers.
 */
export function forgetNotifications(isGone: GoesAlong): void {
  drop(isGone);
  for (const listener of departures) listener(isGone);
  told += 1;
  void countAgain();
}

/** Hears of notifications that go along with something; call what it returns to stop. */
export function onNotificationsGone(listener: (isGone: GoesAlong) => void): () => void {
  departures.add(listener);
  return () => departures.delete(listener);
}

const isNew = ({ id }: { id: string }) => Number(id) > countedTo;

async function countAgain(): Promise<void> {
  const asked = told;
  try {
    const { count, last } = await loadUnread();
    if (asked !== told) return;
    countedTo = Number(last);
    become({ unread: count + known.recent.filter(isNew).length });
  } catch {
    // The next opening of the link asks again.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What waits now, outside React. */
export const currentNotifications = (): Known => known;
const server = () => nothing;

/** What waits in the notifications menu, kept current. */
export function useNotifications(): Known {
  return useSyncExternalStore(subscribe, currentNotifications, server);
}
