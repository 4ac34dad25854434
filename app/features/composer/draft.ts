/** The words of a post that is not shared yet. They survive a reload; the photo cannot. */
export interface Draft {
  caption: string;
  location: string;
  altText: string;
}

const DRAFT_KEY = "afterglow_draft_post";

/** What was last shared from this page, which still shows it until it gives way to the feed. */
let shared: string | null = null;

/** The draft that was left, or null. */
export function readDraft(): Draft | null {
  shared = null;
  try {
    const left: unknown = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? "null");
    return isDraft(left) ? left : null;
  } catch {
    // Storage can be switched off, and what is in there can be anything.
    return null;
  }
}

/** Keeps a draft, unless it is the one that was just shared; one without words is taken away. */
export function keepDraft(draft: Draft): void {
  const words = JSON.stringify(draft);
  if (words === shared) return;
  try {
    if (Object.values(draft).some((text) => text.trim() !== "")) localStorage.setItem(DRAFT_KEY, words);
    else localStorage.removeItem(DRAFT_KEY);
  } catch {
    // Without storage a draft lives as long as its page.
  }
}

/** The draft has become a post. */
export function endDraft(): void {
  try {
    shared = localStorage.getItem(DRAFT_KEY);
    localStorage.removeItem(DRAFT_KEY);
  } catch {
    // As above.
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  return ["caption", "location", "altText"].every((key) => typeof Reflect.get(value, key) === "string");
}
