import type { PostView } from "~/contract/posts";
import { api } from "~/features/api/client";
import { showError, showToast } from "~/ui/toast-store";

/** Shares a post with a connection, who gets a notification. */
export async function shareWith(postId: string, recipient: { id: string; username: string }): Promise<void> {
  try {
    await api("POST /api/posts/{id}/share", { params: { id: postId }, body: { recipientId: recipient.id } });
    showToast({ title: `Post shared with ${recipient.username}` });
  } catch {
    showError("Failed to share post");
  }
}

/** Copies a post's URL to the clipboard. */
export async function copyLink(postId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(postUrl(postId));
    showToast({ title: "Link copied" });
  } catch {
    showError("Failed to share post");
  }
}

/** Opens the device's share sheet; copies the link where there is none (docs/product.md#sharing). */
export async function shareExternally(post: PostView): Promise<void> {
  if (!navigator.share) return copyLink(post.id);
  try {
    await navigator.share({ title: `Post by ${post.user.username}`, url: postUrl(post.id) });
  } catch (error) {
    // Closing the sheet is no failure.
    if (!(error instanceof DOMException && error.name === "AbortError")) await copyLink(post.id);
  }
}

function postUrl(postId: string): string {
  return new URL(`/post/${postId}`, location.href).href;
}
