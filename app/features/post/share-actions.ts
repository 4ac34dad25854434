import { t } from "@lingui/core/macro";
import type { PostView } from "~/contract/posts";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { showError, showToast } from "~/ui/toast-store";

/** Shares a post with a connection, who gets a notification. */
export async function shareWith(postId: string, recipient: { id: string; username: string }): Promise<void> {
  try {
    await api("POST /api/posts/{id}/share", { params: { id: postId }, body: { recipientId: recipient.id } });
    const { username } = recipient;
    showToast({ title: t`Post shared with ${username}` });
  } catch (error) {
    showFailure(error, t`Failed to share post`);
  }
}

/** Copies a post's URL to the clipboard. Returns whether the browser allowed it. */
export async function copyLink(postId: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(postUrl(postId));
    showToast({ title: t`Link copied` });
    return true;
  } catch {
    showError(t`Failed to share post`);
    return false;
  }
}

/**
 * Opens the device's share sheet, or copies the link where there is none (docs/product.md#sharing). Returns whether
 * it succeeded: after a failed sheet Safari refuses to copy, because the press is over.
 */
export async function shareExternally(post: PostView): Promise<boolean> {
  if (!navigator.share) return copyLink(post.id);
  const { username } = post.user;
  try {
    await navigator.share({ title: t`Post by ${username}`, url: postUrl(post.id) });
    return true;
  } catch (error) {
    // Closing the sheet is no failure.
    const isClosed = error instanceof DOMException && error.name === "AbortError";
    return isClosed || copyLink(post.id);
  }
}

function postUrl(postId: string): string {
  return new URL(`/post/${postId}`, location.href).href;
}
