import { forgetDevice } from "./forget-device";
import { DRAFT_KEYS, deleteLateDrafts, MEMBER_KEYS } from "./member-storage";

/**
 * Deletes a member's `localStorage` entries, except the drafts of a session that has expired, and ends push
 * notifications, to hide them from the next member.
 */
export function clearMember(): Promise<void> {
  deleteLateDrafts();
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(MEMBER_KEYS) && !key.startsWith(DRAFT_KEYS)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is disabled in this browser, so nothing was stored.
  }
  return forgetDevice();
}
