import { deleteDrafts } from "~/features/session/member-storage";
import { deleteDraft } from "./draft";
import { deleteShared } from "./shared-cache";

/** Deletes a member's drafts, and what was shared with Afterglow, on log-out and on deletion of the account. */
export async function forgetDrafts(memberId: string): Promise<void> {
  deleteDrafts(memberId);
  await Promise.all([deleteDraft(memberId), deleteShared()]);
}
