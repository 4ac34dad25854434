import type { PostField } from "~/contract/post-field-names";
import type { Visibility } from "~/contract/visibility";
import { AUDIENCE_KEYS, POST_DRAFT_KEYS } from "~/features/session/member-storage";
import { retryImport } from "~/ui/retry-import";

export const loadPhotoDrafts = retryImport(() => import("./photo-drafts.client"));

/**
 * The texts and the visibility of an unshared post, and the order of its photos. They are stored in `localStorage` and outlive a reload and the session; the
 * photos themselves are in IndexedDB.
 */
export interface Draft extends Partial<Record<PostField, string>> {
  /** Absent in drafts of earlier versions, as `photos`. */
  visibility?: Visibility;
  photos?: { id: string; altText: string }[];
}

/** Storage key of the current draft, and its member; set by `readDraft`. */
let draftKey = "";
let draftMember = "";

/** The last deleted draft as JSON. The page still shows its texts until the navigation ends, and must not save them again. */
let deleted: string | null = null;

/** Returns the member's stored draft, or null. `saveDraft` and `clearDraft` then apply to this member. */
export function readDraft(memberId: string): Draft | null {
  deleted = null;
  draftKey = POST_DRAFT_KEYS + memberId;
  draftMember = memberId;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(draftKey) ?? "null");
    return isDraft(stored) ? stored : null;
  } catch {
    // Storage is disabled, or the value is not JSON.
    return null;
  }
}

/** Stores the draft, or deletes the stored one when it has neither text nor photo. Ignores a draft that was just deleted. */
export function saveDraft(draft: Draft): void {
  const json = JSON.stringify(draft);
  if (json === deleted) return;
  try {
    if (!isEmpty(draft)) localStorage.setItem(draftKey, json);
    else localStorage.removeItem(draftKey);
  } catch {
    // Storage is disabled: the draft is lost on reload.
  }
}

/** Deletes the current draft, once it is shared, and remembers its audience. */
export function clearDraft(): void {
  try {
    const { visibility }: Draft = JSON.parse(localStorage.getItem(draftKey) ?? "{}");
    if (visibility) localStorage.setItem(AUDIENCE_KEYS + draftMember, visibility);
  } catch {
    // Storage is disabled.
  }
  void deleteDraft(draftMember);
}

/** Returns the audience of the member's last post from this browser; null when there is none. */
export function readAudience(memberId: string): Visibility | null {
  try {
    const audience = localStorage.getItem(AUDIENCE_KEYS + memberId);
    return audience === "everyone" || audience === "connections" ? audience : null;
  } catch {
    return null;
  }
}

/** Deletes a member's draft, on log-out and on deletion of the account. Resolves once its photos are deleted. */
export async function deleteDraft(memberId: string): Promise<void> {
  remove(POST_DRAFT_KEYS + memberId);
  // Without storage there are no photos.
  await loadPhotoDrafts()
    .then(({ deleteDraftPhotos }) => deleteDraftPhotos(memberId))
    .catch(() => undefined);
}

/** Returns whether a draft has neither text nor photo. */
export function isEmpty({ photos = [], visibility: _, ...texts }: Draft): boolean {
  return photos.length === 0 && Object.values(texts).every((text) => !text?.trim());
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
  const { photos = [], ...texts }: { photos?: unknown } = value;
  return (
    Object.values(texts).every((text) => typeof text === "string") &&
    Array.isArray(photos) &&
    photos.every((photo) => typeof photo?.id === "string" && typeof photo.altText === "string")
  );
}
