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

/** Deletes the texts that the browser stores under some keys; none where storage is disabled. */
export function deleteTexts(isDeleted: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (isDeleted(key)) localStorage.removeItem(key);
  } catch {
    // Storage is disabled in this browser, so nothing was stored.
  }
}

/**
 * Key of the id of the member who has logged out, until somebody is signed in. Another tab stores what was typed when
 * its session ends, and may receive the log-out later: its log-in page deletes that.
 */
export const LOGGED_OUT = `${DRAFT_KEYS}logged-out`;

const isDraftOf = (key: string, memberId: string) =>
  key.startsWith(DRAFT_KEYS) && key.includes(`_${memberId}_`);

/** Returns whether a draft belongs to the member who has logged out. */
export function isOfLoggedOut(key: string): boolean {
  const memberId = storedText(LOGGED_OUT);
  return memberId !== null && isDraftOf(key, memberId);
}

/** Deletes the drafts of a member, at log-out. No tab stores others until `forgetLogOut`. */
export function deleteDrafts(memberId: string): void {
  storeText(LOGGED_OUT, memberId);
  deleteTexts((key) => isDraftOf(key, memberId));
}

/** Deletes again the drafts of the member who has logged out. */
export function deleteLateDrafts(): void {
  const memberId = storedText(LOGGED_OUT);
  if (memberId !== null) deleteDrafts(memberId);
}

/** Forgets who has logged out, once somebody is signed in. */
export function forgetLogOut(): void {
  deleteLateDrafts();
  storeText(LOGGED_OUT, null);
}
