import { commentersInput } from "../commenting";
import { commentInput, commentLikeState, commentView, editCommentInput } from "../comments";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of comments. */
export const commentCalls = {
  listComments: {
    method: "GET",
    path: "/api/posts/{id}/comments",
    summary:
      "List a post's comments with all replies, oldest first. With `parent`: the replies to that comment; with `parent=none`, comments that are no replies",
    query: ["parent"],
    paged: true,
    reply: z.array(commentView),
    errors: ["not_found"],
  },
  addComment: {
    method: "POST",
    path: "/api/posts/{id}/comment",
    summary: "Add a comment to a post, or a reply to one of its comments",
    body: commentInput,
    status: 201,
    reply: commentView,
    errors: ["forbidden", "not_found", "conflict"],
  },
  setCommenters: {
    method: "POST",
    path: "/api/users/commenters",
    summary: "Set who may comment on the member's posts: everyone, their connections, or nobody",
    body: commentersInput,
    reply: commentersInput,
  },
  editComment: {
    method: "PATCH",
    path: "/api/posts/{id}/comments/{commentId}",
    summary: "Change the text of an own comment, within 15 minutes of writing it",
    body: editCommentInput,
    reply: commentView,
    errors: ["forbidden", "not_found"],
  },
  deleteComment: {
    method: "DELETE",
    path: "/api/posts/{id}/comments/{commentId}",
    summary: "Delete an own comment, or any comment on an own post",
    errors: ["forbidden", "not_found"],
  },
  likeComment: {
    method: "POST",
    path: "/api/posts/{id}/comments/{commentId}/like",
    summary: "Like a comment. Idempotent",
    reply: commentLikeState,
    errors: ["not_found"],
  },
  unlikeComment: {
    method: "DELETE",
    path: "/api/posts/{id}/comments/{commentId}/like",
    summary: "Remove a like of a comment. Idempotent",
    reply: commentLikeState,
    errors: ["not_found"],
  },
  hideComment: {
    method: "POST",
    path: "/api/posts/{id}/comments/{commentId}/hidden",
    summary:
      "Hide a comment on an own post: cards leave it out, and the post's page shows it on request. Idempotent",
    errors: ["forbidden", "not_found"],
  },
  pinComment: {
    method: "POST",
    path: "/api/posts/{id}/comments/{commentId}/pin",
    summary: "Pin a comment on an own post, in place of the one pinned before. Idempotent",
    errors: ["forbidden", "not_found", "invalid"],
  },
  unpinComment: {
    method: "DELETE",
    path: "/api/posts/{id}/comments/{commentId}/pin",
    summary: "Unpin a comment on an own post. Idempotent",
    errors: ["forbidden", "not_found"],
  },
  unhideComment: {
    method: "DELETE",
    path: "/api/posts/{id}/comments/{commentId}/hidden",
    summary: "Show a hidden comment on an own post again. Idempotent",
    errors: ["forbidden", "not_found"],
  },
} as const satisfies Record<string, Call>;
