import { atom, type ReadableAtom } from "nanostores";
import type { MessageView } from "~/contract/chat";
import { newId } from "~/contract/ids";
import { storedText, storeText } from "~/features/session/member-storage";
import { changesKey } from "./has-unsent";

/** A change of a message that the server has not acknowledged: the viewer's reaction, or the text of an own message. */
export interface PendingChange {
  id: string;
  messageId: string;
  kind: "reaction" | "text";
  /** The emoji or the text; null removes the reaction. */
  value: string | null;
}

const $changes = atom<readonly PendingChange[]>([]);
/**
 * Oldest first, with only the latest of each kind for a message. `startChanges` (send-changes.ts) sends and then
 * drops them.
 */
export const $pendingChanges: ReadableAtom<readonly PendingChange[]> = $changes;

let memberId: string | null = null;
/** Whether the stored list has all changes: false before `loadChanges` and while storage is disabled or full. */
let isStored = false;

/** Returns the list with what other tabs have changed. */
const latest = (): readonly PendingChange[] => (isStored ? stored() : $changes.get());

/** Changes a message: at once on this page, and on the server as soon as it can be reached. */
export function changeMessage(messageId: string, kind: PendingChange["kind"], value: string | null): void {
  const others = latest().filter((one) => one.messageId !== messageId || one.kind !== kind);
  save([...others, { id: newId(), messageId, kind, value }]);
}

/** Removes a change that was sent or refused, unless a later one has replaced it. */
export function dropChange(id: string): void {
  save(latest().filter((one) => one.id !== id));
}

/** Returns whether a change is still to be sent: no tab has sent, dropped or replaced it. */
export const isPending = (id: string): boolean => latest().some((one) => one.id === id);

/** Loads the changes that the member's closed pages left, or those of another tab; of nobody: forgets them. */
export function loadChanges(ofMember: string | null): void {
  // Those of this page alone: it may have changed messages before this code was loaded.
  const unstored = isStored ? [] : $changes.get();
  memberId = ofMember;
  save(ofMember === null ? [] : [...stored(), ...unstored]);
}

/** Returns whether a `localStorage` key is that of the member's changes. */
export const isStoredAt = (key: string | null): boolean => key === changesKey(memberId);

/** Returns a message with the viewer's pending changes; the same object without any. */
export function withChanges(
  message: MessageView,
  changes: readonly PendingChange[],
  viewerId: string,
): MessageView {
  let shown = message;
  for (const { messageId, kind, value } of changes) {
    if (messageId !== message.id) continue;
    if (kind === "text") shown = { ...shown, content: value ?? "" };
    else {
      const others = (shown.reactions ?? []).filter(({ userId }) => userId !== viewerId);
      const own = value === null ? [] : [{ userId: viewerId, emoji: value }];
      shown = { ...shown, reactions: [...others, ...own] };
    }
  }
  return shown;
}

function stored(): PendingChange[] {
  try {
    // Only `save` writes it.
    return JSON.parse(storedText(changesKey(memberId)) ?? "[]") as PendingChange[];
  } catch {
    return [];
  }
}

function save(changes: readonly PendingChange[]): void {
  isStored = store(changes);
  $changes.set(changes);
}

/** Returns whether the changes were stored. If not, they last as long as the page. */
function store(changes: readonly PendingChange[]): boolean {
  // Before `loadChanges` the key is unknown.
  if (memberId === null) return false;
  return storeText(changesKey(memberId), changes.length === 0 ? null : JSON.stringify(changes));
}
