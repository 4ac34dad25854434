import { z } from "zod";
import {
  accountDeletion,
  emailChange,
  loginInput,
  passwordChange,
  passwordReset,
  profilePost,
  profileSetupInput,
  profileView,
  resetRequest,
  sessionUser,
  sessionView,
  signupInput,
  usernameCheck,
  userSummary,
} from "./accounts";
import type { ErrorCode } from "./errors";
import { mediaUpload } from "./media";
import { createPostInput, postView } from "./posts";
import { reportInput } from "./safety";

/**
 * Every call of the API, once: the router checks requests by it, /api/openapi.json is made from it, and tests hold
 * replies and permissions against it.
 */
export interface Call {
  method: "GET" | "POST" | "DELETE";
  /** Below the site's root, parameters in braces as OpenAPI writes them. */
  path: `/api/${string}`;
  summary: string;
  access: "public" | "member";
  /** JSON body; `multipart` is one file in the field `file`. */
  body?: z.ZodType | "multipart";
  /** Names of query parameters beside those of paging. */
  query?: readonly string[];
  /** Whether `?cursor=` and `?limit=` page through the reply, the next page being in the `Link` header. */
  paged?: boolean;
  status: 200 | 201 | 204;
  reply: z.ZodType | null;
  /** Refusals beyond those every call of its kind can answer with. */
  errors?: ErrorCode[];
}

const message = z.object({ message: z.string() });
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
  requestPasswordReset: {
    method: "POST",
    path: "/api/auth/forgot-password",
    summary: "Send a link to set a new password; the reply never tells whether the address exists",
    access: "public",
    body: resetRequest,
    status: 200,
    reply: message,
    errors: ["rate_limited"],
  },
  resetPassword: {
    method: "POST",
    path: "/api/auth/reset-password",
    summary: "Set a new password by the link from the mail, once; ends all sessions",
    access: "public",
    body: passwordReset,
    status: 200,
    reply: message,
    errors: ["rate_limited"],
  },
  changePassword: {
    method: "POST",
    path: "/api/account/password",
    summary: "Change one's password; ends one's other sessions",
    access: "member",
    body: passwordChange,
    status: 204,
    reply: null,
  },
  changeEmail: {
    method: "POST",
    path: "/api/account/email",
    summary: "Change one's e-mail address; ends one's other sessions",
    access: "member",
    body: emailChange,
    status: 204,
    reply: null,
    errors: ["conflict"],
  },
  deleteAccount: {
    method: "DELETE",
    path: "/api/account",
    summary: "Delete one's account with all it owns; `confirmation` is one's username",
    access: "member",
    body: accountDeletion,
    status: 204,
    reply: null,
  },
  listSessions: {
    method: "GET",
    path: "/api/account/sessions",
    summary: "One's open sessions, this one first",
    access: "member",
    status: 200,
    reply: z.array(sessionView),
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/api/account/sessions",
    summary: "End all one's sessions but this one",
    access: "member",
    status: 204,
    reply: null,
  },
  endSession: {
    method: "DELETE",
    path: "/api/account/sessions/{id}",
    summary: "End one of one's sessions",
    access: "member",
    status: 204,
    reply: null,
    errors: ["not_found"],
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
  listProfilePosts: {
    method: "GET",
    path: "/api/users/profile/{username}/posts",
    summary: "The photos of a member's profile, newest first",
    access: "member",
    paged: true,
    status: 200,
    reply: z.array(profilePost),
    errors: ["not_found"],
  },
  searchUsers: {
    method: "GET",
    path: "/api/users/search",
    summary: "Members by username or full name, prefix matches first; nobody under two characters",
    access: "member",
    query: ["q"],
    status: 200,
    reply: z.array(userSummary),
  },
  checkUsername: {
    method: "GET",
    path: "/api/users/username/{username}",
    summary: "Whether one could go by a username",
    access: "member",
    status: 200,
    reply: usernameCheck,
  },
  listBlocked: {
    method: "GET",
    path: "/api/blocks",
    summary: "Whom one has blocked",
    access: "member",
    status: 200,
    reply: z.array(userSummary),
  },
  blockMember: {
    method: "POST",
    path: "/api/blocks/{userId}",
    summary: "Block a member: neither sees the other from then on",
    access: "member",
    status: 204,
    reply: null,
    errors: ["not_found", "invalid"],
  },
  unblockMember: {
    method: "DELETE",
    path: "/api/blocks/{userId}",
    summary: "Take a block back",
    access: "member",
    status: 204,
    reply: null,
  },
  report: {
    method: "POST",
    path: "/api/reports",
    summary: "Report a post or a member to the operator, with a reason",
    access: "member",
    body: reportInput,
    status: 204,
    reply: null,
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
  listSaved: {
    method: "GET",
    path: "/api/posts/saved",
    summary: "What one has saved, last saved first",
    access: "member",
    paged: true,
    status: 200,
    reply: z.array(postView),
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
} satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
