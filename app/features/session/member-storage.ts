/** Prefix of the `localStorage` keys that belong to a member; device settings such as the theme have other names. */
export const MEMBER_KEYS = "afterglow_";

/** Prefix of all drafts. They stay when a session expires, and are deleted on log-out. */
export const DRAFT_KEYS = `${MEMBER_KEYS}draft_`;

/** Prefix of post drafts, followed by the member's id. */
export const POST_DRAFT_KEYS = `${DRAFT_KEYS}post_`;

/** Prefix of the audience of a member's last post, followed by the member's id. */
export const AUDIENCE_KEYS = `${MEMBER_KEYS}audience_`;

/** Returns the text that the browser stores under a key; null without one, and where storage is disabled. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or deletes it with null. Returns whether the browser did: storage can be disabled or full. */
export function storeText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
