import { t } from "@lingui/core/macro";
import type { UserSummary } from "~/contract/accounts";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { removeNotifications } from "~/features/notifications/notifications-store";
import { showToast } from "~/ui/toast-store";

/** Mutes a member, or unmutes them, and shows the result in a toast. Returns whether it succeeded. */
export async function setMuted(
  { id, username }: Pick<UserSummary, "id" | "username">,
  isMuted: boolean,
): Promise<boolean> {
  const params = { userId: id };
  try {
    if (isMuted) await api("POST /api/mutes/members/{userId}", { params });
    else await api("DELETE /api/mutes/members/{userId}", { params });
  } catch (error) {
    showFailure(error, isMuted ? t`Failed to mute ${username}` : t`Failed to unmute ${username}`, [422]);
    return false;
  }
  if (isMuted) {
    showToast({ title: t`${username} is muted`, text: t`You can unmute them in Settings` });
    removeNotifications(({ fromUserId }) => fromUserId === id);
  } else showToast({ title: t`Member unmuted` });
  return true;
}
