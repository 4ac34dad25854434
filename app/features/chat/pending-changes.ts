import { atom, type ReadableAtom } from "nanostores";
import type { MessageView } from "~/contract/chat";
import { newId } from "~/contract/ids";

/** A change of a message that the server has not acknowledged: the viewer's reaction, or the text of an own message. */
export interface PendingChange {
  id: string;
  messageId: string;
  kind: "reaction" | "text";
  /** The emoji or the text; null removes the reaction. */
  value: string | null;
}

/** Prefix of the `localStorage` keys. The tabs of a member share the list; the log-out deletes it. */
const PREFIX = "afterglow_changes_";

const $changes = atom<readonly PendingChange[]>([]);
/**
 * Oldest first; of two changes of the same kind of a message only the later one is left. `startChanges` (send-changes.ts) sends them and
 * then drops them.
 */
export const $pendingChanges: ReadableAtom<readonly PendingChange[]> = $changes;

let memberId: string | null = null;

/** Changes a message: at once on this page, and on the server as soon as it can be reached. */
export function changeMessage(messageId: string, kind: PendingChange["kind"], value: string | null): void {
  const others = $changes.get().filter((one) => one.messageId !== messageId || one.kind !== kind);
  save([...others, { id: newId(), messageId, kind, value }]);
}

/** Removes a change that was sent or refused, unless a later one has replaced it. */
export function dropChange(id: string): void {
  save($changes.get().filter((one) => one.id !== id));
}

/** Loads the changes that the member's closed pages left, or those of another tab; of nobody: forgets them. */
export function loadChanges(ofMember: string | null): void {
  // The page may have changed messages before this code was loaded.
  const early = memberId === null ? $changes.get() : [];
  memberId = ofMember;
  if (ofMember === null) $changes.set([]);
  else if (early.length > 0) save([...stored(), ...early]);
  else $changes.set(stored());
}

/** Returns whether a `localStorage` key is that of the member's changes. */
export const isStoredAt = (key: string | null): boolean => key === PREFIX + memberId;

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
    return JSON.parse(localStorage.getItem(PREFIX + memberId) ?? "[]") as PendingChange[];
  } catch {
    return [];
  }
}

function save(changes: readonly PendingChange[]): void {
  $changes.set(changes);
  // Before `loadChanges` the key is unknown.
  if (memberId === null) return;
  try {
    if (changes.length === 0) localStorage.removeItem(PREFIX + memberId);
    else localStorage.setItem(PREFIX + memberId, JSON.stringify(changes));
  } catch {
    // Storage is disabled: the changes last as long as the page.
  }
}
