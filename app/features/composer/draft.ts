import { POST_DRAFT_KEYS } from "~/features/session/member-storage";

/** The words of a post that is not shared yet. They survive a reload and the end of a session; the photo cannot. */
export interface Draft {
  caption: string;
  location: string;
  altText: string;
}

/** The draft that this page has read. */
let draftKey = "";

/** What this page has shared or forgotten, and still shows until it gives way to the next. */
let ended: string | null = null;

/** The draft that the member left, or null; the functions below then are about theirs. */
export function readDraft(memberId: string): Draft | null {
  ended = null;
  draftKey = POST_DRAFT_KEYS + memberId;
  try {
    const left: unknown = JSON.parse(localStorage.getItem(draftKey) ?? "null");
    return isDraft(left) ? left : null;
  } catch {
    // Storage can be switched off, and what is in there can be anything.
    return null;
  }
}

/** Keeps a draft, unless it is the one that has just ended; one without words is taken away. */
export function saveDraft(draft: Draft): void {
  const words = JSON.stringify(draft);
  if (words === ended) return;
  try {
    if (Object.values(draft).some((text) => text.trim() !== "")) localStorage.setItem(draftKey, words);
    else localStorage.removeItem(draftKey);
  } catch {
    // Without storage a draft lives as long as its page.
  }
}

/** The draft has become a post. */
export function clearDraft(): void {
  remove(draftKey);
}

/** The member leaves this browser of their own will. */
export function deleteDraft(memberId: string): void {
  remove(POST_DRAFT_KEYS + memberId);
}

function remove(key: string): void {
  try {
    if (key === draftKey) ended = localStorage.getItem(key);
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  return ["caption", "location", "altText"].every((key) => typeof Reflect.get(value, key) === "string");
}
