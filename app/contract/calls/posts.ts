import { aiPostsInput } from "../ai";
import { listedMember } from "../connections";
import {
  createPostInput,
  editPostInput,
  importedKeys,
  importKeys,
  likeState,
  neighbours,
  postPreview,
  postView,
  saveState,
  shareInput,
} from "../posts";
import { sensitiveInput } from "../sensitive";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of the feed and posts. */
export const postCalls = {
  readFeed: {
    method: "GET",
    path: "/api/feed",
    summary: "List the posts of the member and their connections, newest first",
    paged: true,
    reply: z.array(postView),
  },
  hideAiPosts: {
    method: "POST",
    path: "/api/feed/ai",
    summary: "Hide other members' AI posts in the feed, or show them again",
    body: aiPostsInput,
    reply: aiPostsInput,
  },
  setSensitivePhotos: {
    method: "POST",
    path: "/api/feed/sensitive",
    summary: "Cover sensitive photos, show them, or hide their posts in the feed and under hashtags",
    body: sensitiveInput,
    reply: sensitiveInput,
  },
  createPost: {
    method: "POST",
    path: "/api/posts",
    summary:
      "Create a post with 1 to 10 photos: one as a data URL or the URL of the member's own media, or several as such URLs in `photos`. With `createdAt`, the date of an imported post, nobody is notified",
    body: createPostInput,
    hasFile: true,
    status: 201,
    reply: postView,
    errors: ["conflict", "too_large", "unsupported_media"],
  },
  listImported: {
    method: "POST",
    path: "/api/posts/imported",
    summary:
      "Return those of up to 100 idempotency keys that posts of the member have, or had until they were deleted",
    body: importKeys,
    reply: importedKeys,
  },
  listPostPreviews: {
    method: "GET",
    path: "/api/posts/previews",
    summary:
      "Return previews of those of up to 20 posts, by id and separated by commas, that the member may see and has not muted",
    query: ["ids"],
    reply: z.array(postPreview),
  },
  readPost: {
    method: "GET",
    path: "/api/posts/{id}",
    summary: "Return a post with the first page of its comments, oldest first",
    reply: postView,
    errors: ["not_found"],
  },
  readNeighbours: {
    method: "GET",
    path: "/api/posts/{id}/neighbours",
    summary: "Return the ids of the next newer and the next older post of a post's author; null without one",
    reply: neighbours,
    errors: ["not_found"],
  },
  deletePost: {
    method: "DELETE",
    path: "/api/posts/{id}",
    summary: "Delete an own post with its comments, likes, saves and notifications",
    errors: ["forbidden", "not_found"],
  },
  editPost: {
    method: "PATCH",
    path: "/api/posts/{id}",
    summary: "Change caption, location, alt texts or cover of an own post. A missing field is not changed",
    body: editPostInput,
    reply: postView,
    errors: ["forbidden", "not_found"],
  },
  likePost: {
    method: "POST",
    path: "/api/posts/{id}/like",
    summary: "Like a post. Idempotent",
    reply: likeState,
    errors: ["not_found"],
  },
  unlikePost: {
    method: "DELETE",
    path: "/api/posts/{id}/like",
    summary: "Remove a like. Idempotent",
    reply: likeState,
    errors: ["not_found"],
  },
  listLikers: {
    method: "GET",
    path: "/api/posts/{id}/likes",
    summary: "List the members who like a post",
    paged: true,
    reply: z.array(listedMember),
    errors: ["not_found"],
  },
  savePost: {
    method: "POST",
    path: "/api/posts/{id}/save",
    summary: "Save a post. Idempotent",
    reply: saveState,
    errors: ["not_found"],
  },
  unsavePost: {
    method: "DELETE",
    path: "/api/posts/{id}/save",
    summary: "Remove a post from the saved posts. Idempotent",
    reply: saveState,
    errors: ["not_found"],
  },
  sharePost: {
    method: "POST",
    path: "/api/posts/{id}/share",
    summary: "Share a post with a connection",
    body: shareInput,
    reply: z.object({ message: z.string() }),
    errors: ["forbidden", "not_found"],
  },
} as const satisfies Record<string, Call>;
