import { t } from "@lingui/core/macro";
import type { CommentView } from "~/contract/comments";
import { api } from "~/features/api/client";
import { showFailure } from "~/features/api/session-end";
import { showToast } from "~/ui/toast-store";
import { updatePost } from "./post-store";

/** Ids of the comments sent from this document: a card shows them beyond its first two. */
const sentComments = new Set<string>();

/** Returns whether a comment was sent from this document. */
export function isSentHere(comment: CommentView): boolean {
  return sentComments.has(comment.id);
}

/** A comment to send, or to send again after a failure. */
export interface UnsentComment {
  text: string;
  /** Idempotency key. */
  clientId: string;
  /** The post's number of comments at the first attempt. */
  countBefore: number;
  /** The id of the comment that it replies to. */
  parentId?: string | undefined;
}

/** Sends a comment. Returns the stored comment; after a failure, shows an error and returns null. */
export async function sendComment(
  postId: string,
  { text, clientId, countBefore, parentId }: UnsentComment,
): Promise<CommentView | null> {
  try {
    const comment = await api("POST /api/posts/{id}/comment", {
      params: { id: postId },
      body: { comment: text, clientId, parentId },
    });
    // A card shows no replies of its own.
    if (!parentId) sentComments.add(comment.id);
    updatePost(postId, (post) => ({
      comments: parentId ? post.comments : [...post.comments.filter(({ id }) => id !== comment.id), comment],
      // The live count may have arrived before the reply.
      commentCount: Math.max(post.commentCount, countBefore + 1),
    }));
    showToast({ title: t`Comment added` });
    return comment;
  } catch (error) {
    showRefusal(error, t`Failed to add comment`);
    return null;
  }
}

/**
 * Shows why a comment was not stored: the rule of a validation error, so that the member can correct the text; when
 * a quota resets; or the reason of a refusal.
 */
export function showRefusal(error: unknown, fallback: string): void {
  showFailure(error, fallback, [403, 422, 429]);
}
