import { forgetDevice } from "./forget-device";
import { DRAFT_KEYS, deleteLateDrafts, deleteTexts, MEMBER_KEYS } from "./member-storage";

/**
 * Deletes a member's `localStorage` entries, except the drafts of a session that has expired, and ends push
 * notifications, to hide them from the next member.
 */
export function clearMember(): Promise<void> {
  deleteLateDrafts();
  deleteTexts((key) => key.startsWith(MEMBER_KEYS) && !key.startsWith(DRAFT_KEYS));
  return forgetDevice();
}
