import { t } from "@lingui/core/macro";
import type { CommentView } from "~/contract/comments";
import type { PostView } from "~/contract/posts";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { showBrief } from "~/ui/toast-store";
import { showRefusal } from "./comment-actions";
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
  } catch (error) {
    showFailure(error, isHidden ? t`Failed to hide comment` : t`Failed to show comment`);
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
    showBrief(t`Comment deleted`);
    return true;
  } catch (error) {
    showFailure(error, t`Failed to delete comment`);
    return false;
  }
}

/** Edits the viewer's comment. Returns the edited comment; after a failure, shows an error and returns null. */
export async function editComment(
  { id }: PostView,
  commentId: string,
  comment: string,
): Promise<CommentView | null> {
  try {
    const edited = await api("PATCH /api/posts/{id}/comments/{commentId}", {
      params: { id, commentId },
      body: { comment },
    });
    showBrief(t`Comment updated`);
    return edited;
  } catch (error) {
    showRefusal(error, t`Failed to update comment`);
    return null;
  }
}

/** Pins a comment on the viewer's post, or unpins it. Returns whether it succeeded, and shows an error if not. */
export async function setCommentPinned(
  { id }: PostView,
  commentId: string,
  isPinned: boolean,
): Promise<boolean> {
  const params = { id, commentId };
  try {
    if (isPinned) await api("POST /api/posts/{id}/comments/{commentId}/pin", { params });
    else await api("DELETE /api/posts/{id}/comments/{commentId}/pin", { params });
  } catch (error) {
    showFailure(error, isPinned ? t`Failed to pin comment` : t`Failed to unpin comment`);
    return false;
  }
  showBrief(isPinned ? t`Comment pinned` : t`Comment unpinned`);
  return true;
}
