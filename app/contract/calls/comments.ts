import { commentersInput } from "../commenting";
import { commentInput, commentLikeState, commentView } from "../posts";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of comments. */
export const commentCalls = {
  listComments: {
    method: "GET",
    path: "/api/posts/{id}/comments",
    summary:
      "List a post's comments with all replies, oldest first. With `parent`: the replies to that comment; with `parent=none`, comments that are no replies",
    access: "member",
    query: ["parent"],
    paged: true,
    status: 200,
    reply: z.array(commentView),
    errors: ["not_found"],
  },
  addComment: {
    method: "POST",
    path: "/api/posts/{id}/comment",
    summary: "Add a comment to a post, or a reply to one of its comments",
    access: "member",
    body: commentInput,
    status: 201,
    reply: commentView,
    errors: ["forbidden", "not_found", "conflict"],
  },
  setCommenters: {
    method: "POST",
    path: "/api/users/commenters",
    summary: "Set who may comment on the member's posts: everyone, their connections, or nobody",
    access: "member",
    body: commentersInput,
    status: 200,
    reply: commentersInput,
  },
  deleteComment: {
    method: "DELETE",
    path: "/api/posts/{id}/comments/{commentId}",
    summary: "Delete an own comment, or any comment on an own post",
    access: "member",
    status: 204,
    reply: null,
    errors: ["forbidden", "not_found"],
  },
  likeComment: {
    method: "POST",
    path: "/api/posts/{id}/comments/{commentId}/like",
    summary: "Like a comment. Idempotent",
    access: "member",
    status: 200,
    reply: commentLikeState,
    errors: ["not_found"],
  },
  unlikeComment: {
    method: "DELETE",
    path: "/api/posts/{id}/comments/{commentId}/like",
    summary: "Remove a like of a comment. Idempotent",
    access: "member",
    status: 200,
    reply: commentLikeState,
    errors: ["not_found"],
  },
  hideComment: {
    method: "POST",
    path: "/api/posts/{id}/comments/{commentId}/hidden",
    summary:
      "Hide a comment on an own post: cards leave it out, and the post's page shows it on request. Idempotent",
    access: "member",
    status: 204,
    reply: null,
    errors: ["forbidden", "not_found"],
  },
  unhideComment: {
    method: "DELETE",
    path: "/api/posts/{id}/comments/{commentId}/hidden",
    summary: "Show a hidden comment on an own post again. Idempotent",
    access: "member",
    status: 204,
    reply: null,
    errors: ["forbidden", "not_found"],
  },
} as const satisfies Record<string, Call>;
