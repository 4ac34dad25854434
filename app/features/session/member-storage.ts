/** Prefix of the `localStorage` keys that belong to a member; device settings such as the theme have other names. */
const MEMBER_KEYS = "afterglow_";

/** Prefix of post drafts, followed by the member's id. They stay when a session expires, and are deleted on log-out. */
export const POST_DRAFT_KEYS = "afterglow_draft_post_";

/** Deletes a member's `localStorage` entries, except post drafts, so that the next member does not see them. */
export function clearMemberStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(MEMBER_KEYS) && !key.startsWith(POST_DRAFT_KEYS)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is disabled in this browser, so nothing was stored.
  }
}
