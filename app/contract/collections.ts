import { msg } from "@lingui/core/runtime-macro";
import { clientId } from "./client-id";
import { COLLECTION_NAME_MAX, COLLECTIONS_MAX, MOVED_POSTS_MAX } from "./limits";
import { ruleText } from "./messages";
import { photoCover } from "./sensitive";
import { cleanLine, visibleLength } from "./visible-text";
import { z } from "./zod";

const NAME_MISSING = ruleText(msg`Please name this collection`);

const name = z
  .string({ error: NAME_MISSING })
  .overwrite(cleanLine)
  .trim()
  .max(COLLECTION_NAME_MAX, {
    error: ruleText(msg`A name must not be longer than ${{ max: COLLECTION_NAME_MAX }} characters`),
  })
  .refine((text) => visibleLength(text) > 0, { error: NAME_MISSING });

export const collectionName = z.object({ name });

export const newCollection = z.object({ name, clientId });
export type NewCollection = z.infer<typeof newCollection>;

/** The fields of a collection that its member can change. A missing field is not changed. */
export const editCollectionInput = z.object({
  name: name.optional(),
  /** A post of the collection whose photo is its cover; null for the one saved last. */
  coverPostId: z.string().nullable().optional(),
});
export type EditCollectionInput = z.infer<typeof editCollectionInput>;

export const moveInput = z.object({
  postIds: z
    .array(z.string(), { error: ruleText(msg`Please choose posts`) })
    .min(1, { error: ruleText(msg`Please choose posts`) })
    .max(MOVED_POSTS_MAX, {
      error: ruleText(msg`You can move at most ${{ max: MOVED_POSTS_MAX }} posts at once`),
    }),
  /** Null takes the posts out of their collections. */
  collectionId: z.string().nullable(),
});
export type MoveInput = z.infer<typeof moveInput>;

/** The saved posts that are in the named collection now, in the order of the request. */
export const movedPosts = z.object({ postIds: z.array(z.string()) });
export type MovedPosts = z.infer<typeof movedPosts>;

/** A collection of the member's saved posts. */
export const collectionView = z.object({
  id: z.string(),
  name: z.string(),
  postCount: z.int(),
  /** The photo of the chosen post, or of the one saved last; null without a post. */
  coverPhoto: z
    .object({ postId: z.string(), mediaUrl: z.string(), color: z.string(), cover: photoCover })
    .nullable(),
});
export type CollectionView = z.infer<typeof collectionView>;

export const COLLECTIONS_TOO_MANY = msg`You can have at most ${{ max: COLLECTIONS_MAX }} collections.`;
