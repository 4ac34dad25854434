import { t } from "@lingui/core/macro";
import type { UserSummary } from "~/contract/accounts";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { removeNotifications } from "~/features/notifications/notifications-store";
import { showToast } from "~/ui/toast-store";

/** Blocks a member and shows the result in a toast. Returns whether it succeeded. */
export async function blockMember({ id, username }: Pick<UserSummary, "id" | "username">): Promise<boolean> {
  try {
    await api("POST /api/blocks/{userId}", { params: { userId: id } });
  } catch (error) {
    showFailure(error, t`Failed to block ${username}`);
    return false;
  }
  showToast({ title: t`${username} is blocked`, text: t`You can unblock them in Settings` });
  removeNotifications(({ fromUserId }) => fromUserId === id);
  return true;
}
