import { profilePost, profileView, usernameCheck, userSummary } from "../accounts";
import { listedMember } from "../connections";
import { suggestedMember } from "../explore";
import { presenceInput } from "../presence";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of profiles and lists of members. */
export const profileCalls = {
  readProfile: {
    method: "GET",
    path: "/api/users/profile/{username}",
    summary: "Return a member's profile with the first page of their posts",
    reply: profileView,
    errors: ["not_found"],
  },
  listProfilePosts: {
    method: "GET",
    path: "/api/users/profile/{username}/posts",
    summary: "List the photos of a member's profile, newest first",
    paged: true,
    reply: z.array(profilePost),
    errors: ["not_found"],
  },
  listConnected: {
    method: "GET",
    path: "/api/users/profile/{username}/connected",
    summary: "List the members whose request a member has accepted; `q` is a part of a name",
    query: ["q"],
    paged: true,
    reply: z.array(listedMember),
    errors: ["not_found"],
  },
  listConnecting: {
    method: "GET",
    path: "/api/users/profile/{username}/connecting",
    summary: "List the members who have accepted a member's request; `q` is a part of a name",
    query: ["q"],
    paged: true,
    reply: z.array(listedMember),
    errors: ["not_found"],
  },
  searchUsers: {
    method: "GET",
    path: "/api/users/search",
    summary:
      "Search members by username or full name, prefix matches first. A query under two characters finds nobody",
    query: ["q"],
    reply: z.array(userSummary),
  },
  listSuggestions: {
    method: "GET",
    path: "/api/users/suggestions",
    summary: "List members whom the member may know, at most 8, with the reason",
    reply: z.array(suggestedMember),
  },
  dismissSuggestion: {
    method: "DELETE",
    path: "/api/users/suggestions/{userId}",
    summary: "Never suggest a member again. Idempotent; an unknown member changes nothing",
  },
  checkUsername: {
    method: "GET",
    path: "/api/users/username/{username}",
    summary: "Check whether the member can take a username",
    reply: usernameCheck,
    errors: ["rate_limited"],
  },
  setPresence: {
    method: "POST",
    path: "/api/users/presence",
    summary: "Hide or show whether the member is online. A member who hides it does not see others online",
    body: presenceInput,
    reply: presenceInput,
  },
} as const satisfies Record<string, Call>;
