import { collectionView, editCollectionInput, movedPosts, moveInput, newCollection } from "../collections";
import { postView } from "../posts";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of saved posts and collections. */
export const collectionCalls = {
  listSavedPosts: {
    method: "GET",
    path: "/api/posts/saved",
    summary: "List the posts that the member has saved, last saved first",
    paged: true,
    reply: z.array(postView),
  },
  moveSavedPosts: {
    method: "POST",
    path: "/api/posts/saved/move",
    summary:
      "Move up to 100 saved posts to a collection, or out of their collections. A saved post is in one collection at most. Idempotent",
    body: moveInput,
    reply: movedPosts,
    errors: ["not_found"],
  },
  listCollections: {
    method: "GET",
    path: "/api/collections",
    summary: "List the member's collections of saved posts, newest first",
    reply: z.array(collectionView),
  },
  createCollection: {
    method: "POST",
    path: "/api/collections",
    summary: "Create a collection. A repeated `clientId` stores nothing and returns the stored collection",
    body: newCollection,
    status: 201,
    reply: collectionView,
  },
  readCollection: {
    method: "GET",
    path: "/api/collections/{id}",
    summary: "Return an own collection",
    reply: collectionView,
    errors: ["not_found"],
  },
  editCollection: {
    method: "PATCH",
    path: "/api/collections/{id}",
    summary: "Change name or cover of an own collection. A missing field is not changed",
    body: editCollectionInput,
    reply: collectionView,
    errors: ["not_found"],
  },
  deleteCollection: {
    method: "DELETE",
    path: "/api/collections/{id}",
    summary: "Delete an own collection. Its posts stay saved",
    errors: ["not_found"],
  },
  listCollectionPosts: {
    method: "GET",
    path: "/api/collections/{id}/posts",
    summary: "List the posts of an own collection, last saved first",
    paged: true,
    reply: z.array(postView),
    errors: ["not_found"],
  },
} as const satisfies Record<string, Call>;
