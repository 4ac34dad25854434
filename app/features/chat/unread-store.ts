import { atom, computed } from "nanostores";
import type { UnreadMessages } from "~/contract/chat";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { isCovered } from "~/contract/message-cursor";
import { api } from "~/features/api/client";
import { link } from "~/realtime/link";
import { $isInSync, requestSync } from "~/realtime/sync";

/**
 * Unread messages of the viewer by id. The hub sends all of them after each opening of the link, and frames change them
 * from then on. Ids make every change idempotent and independent of the order of frames.
 */
interface Unread {
  /** Ids of unread messages by sender; null before the first sync. */
  bySender: ReadonlyMap<string, ReadonlySet<string>> | null;
  /** Number of unread messages beyond those that the hub lists. */
  unlisted: number;
}

const EMPTY: Unread = { bySender: null, unlisted: 0 };
/** Number of live messages that are stored for merging with an older snapshot. */
const ARRIVED_MAX = 500;

export const $unread = atom<Unread>(EMPTY);
/** The count that was polled while the link was not in sync; null when `$unread` is current. */
const $polledCount = atom<number | null>(null);

/** The number of unread messages from connections, at most 1000. */
export const $unreadCount = computed([$unread, $polledCount], ({ bySender, unlisted }, polled) => {
  if (polled !== null) return polled;
  const count = [...(bySender?.values() ?? [])].reduce((sum, ids) => sum + ids.size, unlisted);
  return Math.min(count, UNREAD_COUNT_MAX);
});

/** Sender by id of the live messages, oldest first. */
const arrived = new Map<string, string>();
/** Id of the last read message by sender. */
const readUpTo = new Map<string, number>();
/** Read marks that the server has not confirmed. */
const unconfirmedMarks = new Map<string, string>();
/** Tombstones: a `message` frame or a snapshot can arrive after the deletion. */
const deleted = new Set<string>();
/** Members whose connection with the viewer has ended: their messages do not count. */
const disconnected = new Set<string>();
/** When the mutes end, in milliseconds since 1970, by the other member. Their messages do not count until then. */
const muted = new Map<string, number>();

/**
 * Adds a live message of another member. Returns false when it is listed already, read, deleted or not from a
 * connection.
 */
export function addUnread(id: string, senderId: string): boolean {
  if (arrived.has(id) || !isUnread(id, senderId)) return false;
  const { bySender, unlisted } = $unread.get();
  const ids = bySender?.get(senderId);
  if (ids?.has(id)) return false;
  arrived.set(id, senderId);
  if (arrived.size > ARRIVED_MAX) arrived.delete([...arrived.keys()][0] ?? "");
  // Before the first sync it is counted with the snapshot: the other senders are not known yet.
  if (bySender) $unread.set({ unlisted, bySender: new Map(bySender).set(senderId, new Set(ids).add(id)) });
  return true;
}

/** Replaces the list by the hub's snapshot, and applies the frames that are newer than the snapshot. */
export function setUnread({ last, count, bySender, muted: ends = {} }: UnreadMessages): void {
  muted.clear();
  for (const [senderId, end] of Object.entries(ends)) muted.set(senderId, Date.parse(end));
  const listed = Object.entries(bySender).flatMap(([senderId, ids]) =>
    ids.map((id) => [id, senderId] as const),
  );
  const newer = [...arrived].filter(([id]) => !isCovered(last, id));
  const next = new Map<string, Set<string>>();
  for (const [id, senderId] of [...listed, ...newer]) {
    if (isUnread(id, senderId)) next.set(senderId, (next.get(senderId) ?? new Set()).add(id));
  }
  for (const [senderId, upTo] of unconfirmedMarks) {
    const isListed = bySender[senderId]?.some((id) => Number(id) <= Number(upTo));
    if (isCovered(last, upTo) && !isListed) unconfirmedMarks.delete(senderId);
  }
  $polledCount.set(null);
  $unread.set({ bySender: next, unlisted: Math.max(0, count - listed.length) });
}

/** Removes messages that the server has stored as read, by this tab or another; without `upTo`, all of the sender. */
export function confirmRead(senderId: string, upTo: string | undefined): void {
  const ids = [
    ...($unread.get().bySender?.get(senderId) ?? []),
    ...[...arrived].filter(([, from]) => from === senderId).map(([id]) => id),
  ];
  const last = upTo ?? String(Math.max(0, ...ids.map(Number)));
  if (Number(unconfirmedMarks.get(senderId)) <= Number(last)) unconfirmedMarks.delete(senderId);
  removeRead(senderId, last);
}

/** Removes messages that are on the screen. The server may not know yet: an unconfirmed mark stays. */
export function removeRead(senderId: string, upTo: string): void {
  readUpTo.set(senderId, Math.max(Number(upTo), readUpTo.get(senderId) ?? 0));
  refilter(senderId);
}

/** Removes a message that its sender has deleted. */
export function removeDeleted(id: string, senderId: string): void {
  deleted.add(id);
  refilter(senderId);
}

/** Removes the messages of a former connection, or requests the messages of a new connection. */
export function setConnected(memberId: string, isConnected: boolean): void {
  if (isConnected) {
    disconnected.delete(memberId);
    requestSync();
  } else {
    disconnected.add(memberId);
    refilter(memberId);
  }
}

/**
 * Excludes a muted chat's messages, or requests those of a chat that was unmuted. After a mute expires, the next
 * poll's count differs, and its messages arrive.
 */
export function setMuted(senderId: string, end: string | undefined): void {
  const wasMuted = muted.delete(senderId);
  if (end) muted.set(senderId, Date.parse(end));
  refilter(senderId);
  if (wasMuted && !end) requestSync();
}

/**
 * Marks a sender's messages up to `upTo` as read, optimistically. Sends the mark over the link, or over HTTP while
 * the link is closed; resends an unconfirmed mark when the link opens.
 */
export function markRead(senderId: string, upTo: string): void {
  removeRead(senderId, upTo);
  unconfirmedMarks.set(senderId, upTo);
  if (sendMark(senderId, upTo)) return;
  api("POST /api/chat/messages/{userId}/read", { params: { userId: senderId }, body: { upTo } }).then(
    () => {
      if (unconfirmedMarks.get(senderId) === upTo) unconfirmedMarks.delete(senderId);
    },
    () => undefined,
  );
}

/** Sends the unconfirmed read marks again: the socket that they were sent on may have failed. */
export function resendMarks(): void {
  // The next snapshot includes connections that were made while the link was closed.
  disconnected.clear();
  for (const [senderId, upTo] of unconfirmedMarks) sendMark(senderId, upTo);
}

/** Applies a polled count: shows it while the link is not in sync; otherwise requests a sync when the counts differ. */
export function comparePolledCount(count: number): void {
  if (!$isInSync.get()) $polledCount.set(count);
  else if (count !== $unreadCount.get()) requestSync();
}

/** Clears the polled count at the end of a sync. It may be later than the snapshot and hide newer messages. */
export function dropPolledCount(): void {
  $polledCount.set(null);
}

/** Clears the unread messages at log-out. */
export function resetUnread(): void {
  for (const collection of [arrived, readUpTo, unconfirmedMarks, deleted, disconnected, muted])
    collection.clear();
  $polledCount.set(null);
  $unread.set(EMPTY);
}

function sendMark(senderId: string, upTo: string): boolean {
  return link.send({ type: "read", payload: { senderId, upTo } });
}

/** Returns whether a message counts. */
export function isUnread(id: string, senderId: string): boolean {
  const isSilent = disconnected.has(senderId) || (muted.get(senderId) ?? 0) > Date.now();
  return !deleted.has(id) && !isSilent && Number(id) > (readUpTo.get(senderId) ?? 0);
}

function refilter(senderId: string): void {
  const { bySender, unlisted } = $unread.get();
  const ids = bySender?.get(senderId);
  if (!ids) return;
  const unread = [...ids].filter((id) => isUnread(id, senderId));
  if (unread.length === ids.size) return;
  const next = new Map(bySender);
  if (unread.length > 0) next.set(senderId, new Set(unread));
  else next.delete(senderId);
  $unread.set({ bySender: next, unlisted });
  // The list has room for further unread messages.
  if (unlisted > 0) requestSync();
}
