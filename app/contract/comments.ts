import { msg } from "@lingui/core/runtime-macro";
import { userSummary } from "./accounts";
import { clientId } from "./client-id";
import { COMMENT_MAX } from "./limits";
import { ruleText } from "./messages";
import { cleanText } from "./visible-text";
import { z } from "./zod";

const commentText = z
  .string({ error: ruleText(msg`Please write a comment`) })
  .overwrite(cleanText)
  .trim()
  .min(1, { error: ruleText(msg`Please write a comment`) })
  .max(COMMENT_MAX, {
    error: ruleText(msg`Comment must not be longer than ${{ max: COMMENT_MAX }} characters.`),
  });

export const commentInput = z.object({
  comment: commentText,
  /** The id of the comment that it replies to. A reply to a reply belongs to the same comment as that. */
  parentId: z.string().min(1).max(64).optional(),
  clientId,
});
export type CommentInput = z.infer<typeof commentInput>;

export const editCommentInput = z.object({ comment: commentText });

export const commentLikeState = z.object({
  postId: z.string(),
  commentId: z.string(),
  likeCount: z.int(),
  isLiked: z.boolean(),
});
export type CommentLikeState = z.infer<typeof commentLikeState>;

export const commentView = z.object({
  id: z.string(),
  postId: z.string(),
  userId: z.string(),
  comment: z.string(),
  createdAt: z.iso.datetime(),
  user: userSummary,
  /** Whether the post's owner has hidden it. */
  isHidden: z.boolean(),
  /** The following are absent on cards. */
  likeCount: z.int().optional(),
  isLiked: z.boolean().optional(),
  /** The id of the comment that it replies to; null when it is no reply. */
  parentId: z.string().nullish(),
  replyCount: z.int().optional(),
  /** When its author last edited it; null if never. */
  editedAt: z.iso.datetime().nullish(),
});
export type CommentView = z.infer<typeof commentView>;
