import type { CommentView, PostView } from "~/contract/posts";
import { api } from "~/features/api/client";
import { showError, showToast } from "~/ui/toast-store";
import { updatePost } from "./post-store";

/** Hides a comment on the viewer's post, or shows it again. Returns whether it succeeded, and shows an error if not. */
export async function setCommentHidden(
  { id }: PostView,
  commentId: string,
  isHidden: boolean,
): Promise<boolean> {
  const params = { id, commentId };
  try {
    if (isHidden) await api("POST /api/posts/{id}/comments/{commentId}/hidden", { params });
    else await api("DELETE /api/posts/{id}/comments/{commentId}/hidden", { params });
  } catch {
    showError(isHidden ? "Failed to hide comment" : "Failed to show comment");
    return false;
  }
  updatePost(id, ({ comments }) => ({
    comments: comments.map((comment) => (comment.id === commentId ? { ...comment, isHidden } : comment)),
  }));
  return true;
}

/** Deletes a comment with its replies. Returns whether it succeeded, and shows an error if not. */
export async function removeComment(
  { id: postId, commentCount }: PostView,
  { id: commentId, replyCount = 0 }: CommentView,
): Promise<boolean> {
  try {
    await api("DELETE /api/posts/{id}/comments/{commentId}", { params: { id: postId, commentId } });
    updatePost(postId, (post) => ({
      comments: post.comments.filter(({ id }) => id !== commentId),
      commentCount: Math.min(post.commentCount, commentCount - 1 - replyCount),
    }));
    showToast({ title: "Comment deleted" });
    return true;
  } catch {
    showError("Failed to delete comment");
    return false;
  }
}
