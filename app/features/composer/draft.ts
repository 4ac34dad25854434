import type { Visibility } from "~/contract/visibility";
import { AUDIENCE_KEYS, POST_DRAFT_KEYS, storedText, storeText } from "~/features/session/member-storage";
import { retryImport } from "~/ui/retry-import";
import { type Choices, choicesIn, noChoices } from "./choices";
import type { PhotoList } from "./photo-list";

export const loadPhotoDrafts = retryImport(() => import("./photo-drafts.client"));

const VERSION = 2;

/**
 * An unshared post: one record in `localStorage`, which outlives a reload and the session. The photos' files and
 * edits are in IndexedDB, by id. Drafts without `version` have texts, visibility and photos only.
 */
export interface Draft {
  choices: Partial<Choices>;
  /** The alt text of the first photo, or of the next one when there is none. */
  altText: string;
  /** In order. */
  photos: readonly { id: string; altText: string }[];
}

/** Storage key of the current draft, and its member; set by `readDraft`. */
let draftKey = "";
let draftMember = "";

/** The last deleted draft as JSON. The page shows its texts until the navigation ends, and must not save them again. */
let deleted: string | null = null;

/** Returns the record of a post. */
export function draftOf(choices: Choices, { altText, photos }: Pick<Draft, "altText" | "photos">): string {
  const placed = photos.map((photo) => ({ id: photo.id, altText: photo.altText }));
  return JSON.stringify({ version: VERSION, ...choices, altText, photos: placed });
}

/** Returns the member's stored draft, or null. `saveDraft` and `clearDraft` then apply to this member. */
export function readDraft(memberId: string): Draft | null {
  deleted = null;
  draftKey = POST_DRAFT_KEYS + memberId;
  draftMember = memberId;
  return parseDraft(storedText(draftKey));
}

/**
 * Stores a draft's record, or deletes it when the member has chosen nothing. Ignores a draft that was just deleted.
 * @returns whether the browser keeps it
 */
export function saveDraft(record: string, isEmpty: boolean): boolean {
  if (record === deleted) return true;
  return storeText(draftKey, isEmpty ? null : record) || isEmpty;
}

/** Deletes the current draft, once it is shared, and remembers its audience. */
export function clearDraft(): void {
  const visibility = parseDraft(storedText(draftKey))?.choices.visibility;
  if (visibility) storeText(AUDIENCE_KEYS + draftMember, visibility);
  void deleteDraft(draftMember);
}

/** Returns the audience of the member's last post from this browser; null when there is none. */
export function readAudience(memberId: string): Visibility | null {
  const audience = storedText(AUDIENCE_KEYS + memberId);
  return audience === "everyone" || audience === "connections" ? audience : null;
}

/** Deletes a member's draft, on log-out and on deletion of the account. Resolves once its photos are deleted. */
export async function deleteDraft(memberId: string): Promise<void> {
  remove(POST_DRAFT_KEYS + memberId);
  // Without storage there are no photos.
  await loadPhotoDrafts()
    .then(({ deleteDraftPhotos }) => deleteDraftPhotos(memberId))
    .catch(() => undefined);
}

/** Returns whether a post is as the composer opened it: without photos and texts, and with the initial choices. */
export function isUntouched(choices: Choices, { photos, spareAltText }: PhotoList): boolean {
  const isFirst = ([name, value]: [string, unknown]) =>
    (typeof value === "string" ? value.trim() : value) === noChoices[name as keyof Choices];
  return photos.length === 0 && spareAltText.trim() === "" && Object.entries(choices).every(isFirst);
}

function remove(key: string): void {
  if (key === draftKey) deleted = storedText(key);
  storeText(key, null);
}

/** Returns what a record has. Leaves out what no version of the composer has stored. */
function parseDraft(record: string | null): Draft | null {
  const stored = jsonOf(record);
  if (typeof stored !== "object" || stored === null) return null;
  const { altText, photos, ...values }: Record<string, unknown> = { ...stored };
  return {
    choices: choicesIn(values),
    altText: typeof altText === "string" ? altText : "",
    photos: Array.isArray(photos) ? photos.flatMap(placedPhoto) : [],
  };
}

function placedPhoto(stored: unknown): { id: string; altText: string }[] {
  const { id, altText }: Record<string, unknown> = { ...(stored as object) };
  return typeof id === "string" ? [{ id, altText: typeof altText === "string" ? altText : "" }] : [];
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
