import { z } from "zod";
import { loginInput, profileSetupInput, profileView, sessionUser, signupInput } from "./accounts";
import { connectionItem, connectionStatus, storyMembers } from "./connections";
import type { ErrorCode } from "./errors";
import { mediaUpload } from "./media";
import { notificationView } from "./notifications";
import {
  commentInput,
  commentView,
  createPostInput,
  editPostInput,
  likeState,
  postView,
  saveState,
  shareInput,
} from "./posts";
import { presenceInput } from "./presence";

/**
 * Every call of the API, once: the router checks requests by it, /api/openapi.json is made from it, and tests hold
 * replies and permissions against it.
 */
export interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the site's root, parameters in braces as OpenAPI writes them. */
  path: `/api/${string}`;
  summary: string;
  access: "public" | "member";
  /** JSON body; `multipart` is one file in the field `file`. */
  body?: z.ZodType | "multipart";
  /** Whether `?cursor=` and `?limit=` page through the reply, the next page being in the `Link` header. */
  paged?: boolean;
  status: 200 | 201 | 204;
  reply: z.ZodType | null;
  /** Refusals beyond those every call of its kind can answer with. */
  errors?: ErrorCode[];
}

const withMessage = z.object({ user: sessionUser, message: z.string() });

export const calls = {
  me: {
    method: "GET",
    path: "/api/auth/me",
    summary: "The member behind the session",
    access: "member",
    status: 200,
    reply: z.object({ user: sessionUser }),
  },
  logIn: {
    method: "POST",
    path: "/api/auth/login",
    summary: "Open a session with e-mail and password",
    access: "public",
    body: loginInput,
    status: 200,
    reply: withMessage.extend({ isNewUser: z.boolean() }),
    errors: ["unauthenticated", "rate_limited"],
  },
  signUp: {
    method: "POST",
    path: "/api/auth/signup",
    summary: "Make an account and open a session for it",
    access: "public",
    body: signupInput,
    status: 201,
    reply: withMessage,
    errors: ["conflict", "rate_limited"],
  },
  logOut: {
    method: "POST",
    path: "/api/auth/logout",
    summary: "End the session",
    access: "public",
    status: 204,
    reply: null,
  },
  setUpProfile: {
    method: "POST",
    path: "/api/users/profile-setup",
    summary:
      "Finish profile setup, or edit the profile: what is left out stays, `profileImage: null` removes the picture",
    access: "member",
    body: profileSetupInput,
    status: 200,
    reply: withMessage,
    errors: ["conflict", "too_large", "unsupported_media"],
  },
  readProfile: {
    method: "GET",
    path: "/api/users/profile/{username}",
    summary: "A member's profile with the first page of their posts",
    access: "member",
    status: 200,
    reply: profileView,
    errors: ["not_found"],
  },
  readFeed: {
    method: "GET",
    path: "/api/feed",
    summary: "One's own and one's connections' posts, newest first",
    access: "member",
    paged: true,
    status: 200,
    reply: z.array(postView),
  },
  createPost: {
    method: "POST",
    path: "/api/posts",
    summary: "Post a photo: a data URL, or an address of one's own media",
    access: "member",
    body: createPostInput,
    status: 201,
    reply: postView,
    errors: ["too_large", "unsupported_media"],
  },
  readPost: {
    method: "GET",
    path: "/api/posts/{id}",
    summary: "A post with the first page of its comments, oldest first",
    access: "member",
    status: 200,
    reply: postView,
    errors: ["not_found"],
  },
  deletePost: {
    method: "DELETE",
    path: "/api/posts/{id}",
    summary: "Delete one's own post with all that belongs to it",
    access: "member",
    status: 204,
    reply: null,
    errors: ["forbidden", "not_found"],
  },
  editPost: {
    method: "PATCH",
    path: "/api/posts/{id}",
    summary: "Change caption, location and alt text of one's own post; what is left out stays",
    access: "member",
    body: editPostInput,
    status: 200,
    reply: postView,
    errors: ["forbidden", "not_found"],
  },
  listSavedPosts: {
    method: "GET",
    path: "/api/posts/saved",
    summary: "The posts one has saved, last saved first",
    access: "member",
    paged: true,
    status: 200,
    reply: z.array(postView),
  },
  likePost: {
    method: "POST",
    path: "/api/posts/{id}/like",
    summary: "Like a post; liking twice changes nothing",
    access: "member",
    status: 200,
    reply: likeState,
    errors: ["not_found"],
  },
  unlikePost: {
    method: "DELETE",
    path: "/api/posts/{id}/like",
    summary: "Take one's like back; harmless when there is none",
    access: "member",
    status: 200,
    reply: likeState,
    errors: ["not_found"],
  },
  savePost: {
    method: "POST",
    path: "/api/posts/{id}/save",
    summary: "Save a post to one's profile; saving twice changes nothing",
    access: "member",
    status: 200,
    reply: saveState,
    errors: ["not_found"],
  },
  unsavePost: {
    method: "DELETE",
    path: "/api/posts/{id}/save",
    summary: "Remove a post from what one has saved; harmless when it is not there",
    access: "member",
    status: 200,
    reply: saveState,
    errors: ["not_found"],
  },
  listComments: {
    method: "GET",
    path: "/api/posts/{id}/comments",
    summary: "A post's comments, oldest first",
    access: "member",
    paged: true,
    status: 200,
    reply: z.array(commentView),
    errors: ["not_found"],
  },
  addComment: {
    method: "POST",
    path: "/api/posts/{id}/comment",
    summary: "Comment on a post",
    access: "member",
    body: commentInput,
    status: 201,
    reply: commentView,
    errors: ["not_found"],
  },
  deleteComment: {
    method: "DELETE",
    path: "/api/posts/{id}/comments/{commentId}",
    summary: "Delete a comment: one's own, or any under one's own post",
    access: "member",
    status: 204,
    reply: null,
    errors: ["forbidden", "not_found"],
  },
  sharePost: {
    method: "POST",
    path: "/api/posts/{id}/share",
    summary: "Tell a connection about a post",
    access: "member",
    body: shareInput,
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: ["forbidden", "not_found"],
  },
  listConnections: {
    method: "GET",
    path: "/api/connections",
    summary: "The members one is connected with, by username",
    access: "member",
    status: 200,
    reply: z.array(connectionItem),
  },
  uploadMedia: {
    method: "POST",
    path: "/api/media",
    summary: "Store a photo in three widths, upright and without metadata",
    access: "member",
    body: "multipart",
    status: 201,
    reply: mediaUpload,
    errors: ["too_large", "unsupported_media"],
  },
  readStories: {
    method: "GET",
    path: "/api/connections/stories",
    summary: "The members a stories strip shows: one's connections, by username",
    access: "member",
    status: 200,
    reply: storyMembers,
  },
  readConnectionStatus: {
    method: "GET",
    path: "/api/connections/status/{userId}",
    summary: "How the viewer stands with a member",
    access: "member",
    status: 200,
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  requestConnection: {
    method: "POST",
    path: "/api/connections/request/{userId}",
    summary: "Ask a member to connect; accepts their request when they have asked already",
    access: "member",
    status: 200,
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  cancelConnectionRequest: {
    method: "DELETE",
    path: "/api/connections/request/{userId}",
    summary: "Take back one's own request",
    access: "member",
    status: 200,
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  acceptConnection: {
    method: "POST",
    path: "/api/connections/accept/{fromUserId}",
    summary: "Accept a member's request",
    access: "member",
    status: 200,
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  rejectConnection: {
    method: "POST",
    path: "/api/connections/reject/{fromUserId}",
    summary: "Reject a member's request",
    access: "member",
    status: 200,
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  disconnect: {
    method: "DELETE",
    path: "/api/connections/{userId}",
    summary: "End a connection",
    access: "member",
    status: 200,
    reply: connectionStatus,
    errors: ["not_found", "invalid"],
  },
  listNotifications: {
    method: "GET",
    path: "/api/notifications",
    summary: "What others did that concerns the viewer, newest first",
    access: "member",
    paged: true,
    status: 200,
    reply: z.array(notificationView),
  },
  countUnreadNotifications: {
    method: "GET",
    path: "/api/notifications/unread",
    summary: "How many notifications are unread, counted up to 100",
    access: "member",
    status: 200,
    reply: z.object({ count: z.int() }),
  },
  readAllNotifications: {
    method: "POST",
    path: "/api/notifications/read/all",
    summary: "Mark every notification as read",
    access: "member",
    status: 204,
    reply: null,
  },
  readNotification: {
    method: "POST",
    path: "/api/notifications/read/{id}",
    summary: "Mark one notification as read",
    access: "member",
    status: 204,
    reply: null,
    errors: ["not_found"],
  },
  setPresence: {
    method: "POST",
    path: "/api/users/presence",
    summary: "Hide or show whether one is online; who hides it is shown nobody else's",
    access: "member",
    body: presenceInput,
    status: 200,
    reply: presenceInput,
  },
} satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
