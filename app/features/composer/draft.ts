import { POST_DRAFT_KEYS } from "~/features/session/member-storage";

/** The texts of an unshared post. They are stored in `localStorage` and outlive a reload and the session; the photo is not stored. */
export interface Draft {
  caption: string;
  location: string;
  altText: string;
}

/** Storage key of the current draft; set by `readDraft`. */
let draftKey = "";

/** The last deleted draft as JSON. The page still shows its texts until the navigation ends, and must not save them again. */
let deleted: string | null = null;

/** Returns the member's stored draft, or null. `saveDraft` and `clearDraft` then apply to this member. */
export function readDraft(memberId: string): Draft | null {
  deleted = null;
  draftKey = POST_DRAFT_KEYS + memberId;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(draftKey) ?? "null");
    return isDraft(stored) ? stored : null;
  } catch {
    // Storage is disabled, or the value is not JSON.
    return null;
  }
}

/** Stores the draft, or deletes the stored one when all texts are blank. Ignores a draft that was just deleted. */
export function saveDraft(draft: Draft): void {
  const json = JSON.stringify(draft);
  if (json === deleted) return;
  try {
    if (Object.values(draft).some((text) => text.trim() !== "")) localStorage.setItem(draftKey, json);
    else localStorage.removeItem(draftKey);
  } catch {
    // Storage is disabled: the draft is lost on reload.
  }
}

/** Deletes the current draft, once it is shared. */
export function clearDraft(): void {
  remove(draftKey);
}

/** Deletes a member's draft, on log-out and on deletion of the account. */
export function deleteDraft(memberId: string): void {
  remove(POST_DRAFT_KEYS + memberId);
}

function remove(key: string): void {
  try {
    if (key === draftKey) deleted = localStorage.getItem(key);
    localStorage.removeItem(key);
  } catch {
    // Storage is disabled: there is no draft.
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  return ["caption", "location", "altText"].every((key) => typeof Reflect.get(value, key) === "string");
}
