import { newId } from "~/contract/ids";
import { MEMBER_KEYS, storedText, storeText } from "~/features/session/member-storage";
import type { Adjustments } from "./edits";
import type { Look } from "./looks";
import { readAdjustments } from "./stored-edits";

/** Looks that a member can save on a device, and the length of their names. */
export const OWN_LOOKS_MAX = 8;
export const LOOK_NAME_MAX = 24;

/** A look that a member has named. */
export type OwnLook = Look & { name: string };

/** The looks of a member on this device, and the adjustments that they applied last. Log-out deletes them. */
export interface OwnLooks {
  saved: readonly OwnLook[];
  last: Adjustments | null;
}

const storageKey = (memberId: string) => `${MEMBER_KEYS}looks_${memberId}`;

/** Returns the member's own looks; none without storage. */
export function readOwnLooks(memberId: string): OwnLooks {
  try {
    const stored: unknown = JSON.parse(storedText(storageKey(memberId)) ?? "null");
    if (typeof stored !== "object" || stored === null) return { saved: [], last: null };
    const { saved, last }: { saved?: unknown; last?: unknown } = stored;
    return {
      saved: Array.isArray(saved) ? saved.flatMap(readLook).slice(0, OWN_LOOKS_MAX) : [],
      last: last ? readAdjustments(last) : null,
    };
  } catch {
    // The value is not JSON.
    return { saved: [], last: null };
  }
}

/** Stores the member's own looks. Returns whether the browser has kept them. */
export function storeOwnLooks(memberId: string, looks: OwnLooks): boolean {
  return storeText(storageKey(memberId), JSON.stringify(looks));
}

/** Returns the looks with one more; one of the same name is replaced. */
export function withSavedLook(own: OwnLooks, name: string, adjustments: Adjustments): OwnLooks {
  const trimmed = [...name.trim()].slice(0, LOOK_NAME_MAX).join("");
  const others = own.saved.filter((look) => look.name !== trimmed);
  return { ...own, saved: [...others, { id: newId(), name: trimmed, adjustments }].slice(-OWN_LOOKS_MAX) };
}

export function withoutLook(own: OwnLooks, id: string): OwnLooks {
  return { ...own, saved: own.saved.filter((look) => look.id !== id) };
}

function readLook(stored: unknown): OwnLook[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { id, name, adjustments }: { id?: unknown; name?: unknown; adjustments?: unknown } = stored;
  if (typeof id !== "string" || typeof name !== "string" || !name.trim()) return [];
  return [{ id, name: name.slice(0, 2 * LOOK_NAME_MAX), adjustments: readAdjustments(adjustments) }];
}
