import { forgetDevice } from "./forget-device";
import { DRAFT_KEYS, deleteLateDrafts, MEMBER_KEYS, storedKeys, storeText } from "./member-storage";

/**
 * Deletes a member's `localStorage` entries, except the drafts of a session that has expired, and ends push
 * notifications, to hide them from the next member.
 */
export function clearMember(): Promise<void> {
  deleteLateDrafts();
  for (const key of storedKeys())
    if (key.startsWith(MEMBER_KEYS) && !key.startsWith(DRAFT_KEYS)) storeText(key, null);
  return forgetDevice();
}
