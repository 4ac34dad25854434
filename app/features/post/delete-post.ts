import { t } from "@lingui/core/macro";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { removeNotifications } from "~/features/notifications/notifications-store";
import { showToast } from "~/ui/toast-store";
import { removePost } from "./post-store";

/** Deletes a post and its notifications. Returns whether it succeeded, and shows an error if not. */
export async function deletePost(postId: string): Promise<boolean> {
  try {
    await api("DELETE /api/posts/{id}", { params: { id: postId } });
    showToast({ title: t`Post deleted` });
    removePost(postId);
    removeNotifications(({ entityId }) => entityId === postId);
    return true;
  } catch (error) {
    showFailure(error, t`Failed to delete post`);
    return false;
  }
}
