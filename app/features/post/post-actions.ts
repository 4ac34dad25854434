import type { CommentView, LikeState, PostView, SaveState } from "~/contract/posts";
import { CallError, sendJson } from "~/features/api/json";
import { removeNotifications } from "~/features/notifications/notifications-store";
import { showToast } from "~/ui/toast-store";
import { lockFields, removePost, unlockFields, updatePost } from "./post-store";
import { ToggleQueue } from "./toggle-queue";

/** What failed, in the spec's words (point 8). */
function showFailure(text: string): void {
  showToast({ kind: "danger", title: "Error", text });
}

const likeQueues = new Map<string, ToggleQueue<LikeState>>();
const saveQueues = new Map<string, ToggleQueue<SaveState>>();
const likeFields = ["isLiked", "likeCount"] as const;
const saveFields = ["isSaved"] as const;

/** Likes a post or takes the like back: seen at once, and taken back when the server refuses. */
export function setLiked(post: PostView, on: boolean): void {
  if (post.isLiked === on) return;
  const path = `/api/posts/${post.id}/like`;
  const show = (isLiked: boolean) =>
    updatePost(post.id, (now) => ({
      isLiked,
      likeCount: now.likeCount + Number(isLiked) - Number(now.isLiked),
    }));
  const queue =
    busy(likeQueues, post.id) ??
    new ToggleQueue<LikeState>(post.isLiked, (like) => sendJson(like ? "POST" : "DELETE", path), {
      settled: ({ isLiked, likeCount }) => {
        unlockFields(post.id, likeFields);
        updatePost(post.id, () => ({ isLiked, likeCount }));
      },
      failed: (confirmed) => {
        show(confirmed);
        unlockFields(post.id, likeFields);
        showFailure("Failed to like post");
      },
    });
  likeQueues.set(post.id, queue);
  lockFields(post.id, likeFields);
  show(on);
  void queue.wish(on);
}

/** Saves a post or removes it from what is saved; told once it has settled. */
export function setSaved(post: PostView, on: boolean): void {
  if (post.isSaved === on) return;
  const path = `/api/posts/${post.id}/save`;
  const queue =
    busy(saveQueues, post.id) ??
    new ToggleQueue<SaveState>(post.isSaved, (save) => sendJson(save ? "POST" : "DELETE", path), {
      settled: ({ isSaved }) => {
        unlockFields(post.id, saveFields);
        updatePost(post.id, () => ({ isSaved }));
        showToast({ title: isSaved ? "Post saved" : "Post removed from saved" });
      },
      failed: (confirmed) => {
        updatePost(post.id, () => ({ isSaved: confirmed }));
        unlockFields(post.id, saveFields);
        showFailure(confirmed ? "Failed to remove post from saved" : "Failed to save post");
      },
    });
  saveQueues.set(post.id, queue);
  lockFields(post.id, saveFields);
  updatePost(post.id, () => ({ isSaved: on }));
  void queue.wish(on);
}

/** A queue that is idle knows less than the post does: only one at work is used again. */
function busy<S>(queues: Map<string, ToggleQueue<S>>, id: string): ToggleQueue<S> | null {
  const queue = queues.get(id);
  return queue?.busy ? queue : null;
}

/** Comments made in this browser since the page was loaded: a card shows them beyond its first two. */
const written = new Set<string>();

export function isWrittenHere(comment: CommentView): boolean {
  return written.has(comment.id);
}

export interface WrittenComment {
  text: string;
  /** Names it for the server, which stores a name once. */
  clientId: string;
  /** How many comments the post had when it was sent first. */
  countBefore: number;
}

/** Sends a comment. @returns it, or null when it failed, which has then been told */
export async function sendComment(
  postId: string,
  { text, clientId, countBefore }: WrittenComment,
): Promise<CommentView | null> {
  try {
    const path = `/api/posts/${postId}/comment`;
    const comment = await sendJson<CommentView>("POST", path, { comment: text, clientId });
    written.add(comment.id);
    updatePost(postId, (post) => ({
      comments: [...post.comments.filter(({ id }) => id !== comment.id), comment],
      // The live count may have come before the reply.
      commentCount: Math.max(post.commentCount, countBefore + 1),
    }));
    showToast({ title: "Comment added" });
    return comment;
  } catch (error) {
    // Which rule it breaks, the server says; what is typed is still there to be mended.
    const isRefused = error instanceof CallError && error.status === 422;
    showFailure(isRefused ? error.reason : "Failed to add comment");
    return null;
  }
}

/** Deletes a comment. @returns whether it is gone */
export async function removeComment(
  { id: postId, commentCount }: PostView,
  commentId: string,
): Promise<boolean> {
  try {
    await sendJson("DELETE", `/api/posts/${postId}/comments/${commentId}`);
    updatePost(postId, (post) => ({
      comments: post.comments.filter(({ id }) => id !== commentId),
      commentCount: Math.min(post.commentCount, commentCount - 1),
    }));
    showToast({ title: "Comment deleted" });
    return true;
  } catch {
    showFailure("Failed to delete comment");
    return false;
  }
}

/** Deletes a post. @returns whether it is gone */
export async function deletePost(postId: string): Promise<boolean> {
  try {
    await sendJson("DELETE", `/api/posts/${postId}`);
    showToast({ title: "Post deleted" });
    removePost(postId);
    removeNotifications(({ entityId }) => entityId === postId);
    return true;
  } catch {
    showFailure("Failed to delete post");
    return false;
  }
}

/** Tells a connection about a post. */
export async function shareWith(
  postId: string,
  recipient: { id: string; username: string },
): Promise<boolean> {
  try {
    await sendJson("POST", `/api/posts/${postId}/share`, { recipientId: recipient.id });
    showToast({ title: `Post shared with ${recipient.username}` });
    return true;
  } catch {
    showFailure("Failed to share post");
    return false;
  }
}

/** Puts a post's address on the clipboard. */
export async function copyLink(postId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(postAddress(postId));
    showToast({ title: "Link copied" });
  } catch {
    showFailure("Failed to share post");
  }
}

/** Hands a post to the device's own share sheet; where there is none, its link is copied (spec point 2). */
export async function shareExternally(post: PostView): Promise<void> {
  if (!navigator.share) return copyLink(post.id);
  try {
    await navigator.share({ title: `Post by ${post.user.username}`, url: postAddress(post.id) });
  } catch (error) {
    // Closing the sheet is no failure.
    if (!(error instanceof DOMException && error.name === "AbortError")) await copyLink(post.id);
  }
}

function postAddress(postId: string): string {
  return new URL(`/post/${postId}`, location.href).href;
}
