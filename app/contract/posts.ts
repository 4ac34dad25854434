import { msg } from "@lingui/core/runtime-macro";
import { userSummary } from "./accounts";
import { camera } from "./camera";
import { clientId } from "./client-id";
import { commenting } from "./commenting";
import { commentView } from "./comments";
import { jsonText } from "./json-text";
import { CLIENT_ID_MAX, IMPORT_KEYS_MAX, IMPORTED_SINCE, PHOTOS_MAX } from "./limits";
import { mediaIdOf } from "./media-address";
import { ruleText } from "./messages";
import { postFieldSchemas, postFieldViews } from "./post-field-schemas";
import { eachPostField } from "./post-fields";
import { postFrames } from "./post-frame";
import {
  CAMERA_INVALID,
  DATE_MALFORMED,
  DATE_TOO_EARLY,
  FRAME_UNKNOWN,
  PHOTO_OR_PHOTOS,
  PHOTO_REPEATED,
} from "./post-texts";
import { photoCover } from "./sensitive";
import { IMAGE_MISSING, PHOTOS_TOO_MANY } from "./texts";
import { visibility } from "./visibility";
import { z } from "./zod";

const postFrame = z.enum(postFrames, { error: ruleText(FRAME_UNKNOWN) });

const optionalFields = eachPostField((name) => postFieldSchemas[name].optional());

/** Makes a missing or null text empty. */
const orEmpty = (text: z.ZodString) => text.nullish().transform((value) => value ?? "");

/** The photos of a new post, in order. */
const newPhotos = z
  .array(
    z.object({
      /** The URL of the member's own media. */
      mediaUrl: z.string().refine((url) => mediaIdOf(url) !== null, { error: ruleText(IMAGE_MISSING) }),
      altText: orEmpty(postFieldSchemas.altText),
    }),
  )
  .min(1, { error: ruleText(IMAGE_MISSING) })
  .max(PHOTOS_MAX, { error: ruleText(PHOTOS_TOO_MANY) })
  .refine((photos) => new Set(photos.map(({ mediaUrl }) => mediaUrl)).size === photos.length, {
    error: ruleText(PHOTO_REPEATED),
  });

/** A post has either one photo, in `mediaUrl` and `altText`, or `photos`. */
export const createPostInput = z
  .object({
    ...eachPostField((name) => postFieldSchemas[name].nullish()),
    /** A data URL, or the URL of the member's own media. */
    mediaUrl: z
      .string({ error: ruleText(IMAGE_MISSING) })
      .min(1, { error: ruleText(IMAGE_MISSING) })
      .optional(),
    photos: newPhotos.optional(),
    /** Whether the owner covers the photos. */
    isSensitive: z.boolean().optional(),
    /** The date of an imported post. The use case refuses one in the future. */
    createdAt: z.iso
      .datetime({ error: ruleText(DATE_MALFORMED) })
      .refine((at) => Date.parse(at) >= Date.parse(IMPORTED_SINCE), { error: ruleText(DATE_TOO_EARLY) })
      .optional(),
    visibility: visibility.optional(),
    /** Of several photos; not stored for one. */
    frame: postFrame.optional(),
    /** Camera data of the first photo, for everybody who sees the post. Not stored for an AI photo. */
    camera: camera.nullish(),
    clientId,
  })
  .refine(({ mediaUrl, photos }) => mediaUrl !== undefined || photos !== undefined, {
    path: ["mediaUrl"],
    error: ruleText(IMAGE_MISSING),
  })
  .refine(({ mediaUrl, altText, photos }) => !photos || (mediaUrl === undefined && !altText), {
    path: ["photos"],
    error: ruleText(PHOTO_OR_PHOTOS),
  });
export type CreatePostInput = z.infer<typeof createPostInput>;

/**
 * The form of the composer. A photo is the URL of uploaded media, or a file when JavaScript has not loaded; several are
 * the JSON of `photos` of `createPostInput`, and camera data is the JSON of `camera`.
 */
export const postForm = z
  .object({
    ...optionalFields,
    mediaUrl: z.string().optional(),
    photos: jsonText(ruleText(IMAGE_MISSING)).pipe(newPhotos).optional(),
    isSensitive: z.boolean().optional(),
    visibility: visibility.optional(),
    frame: postFrame.optional(),
    camera: jsonText(ruleText(CAMERA_INVALID)).pipe(camera).optional(),
    file: z.file().optional(),
    clientId,
  })
  .refine(({ photos, mediaUrl, altText, file }) => !photos || !(mediaUrl || altText || file), {
    path: ["photos"],
    error: ruleText(PHOTO_OR_PHOTOS),
  });

/** The idempotency keys of posts to import. */
export const importKeys = z.object({
  clientIds: z.array(z.string().min(1).max(CLIENT_ID_MAX)).min(1).max(IMPORT_KEYS_MAX),
});
export type ImportKeys = z.infer<typeof importKeys>;

/** Those of the keys that are stored, maybe none. */
export const importedKeys = z.object({ clientIds: z.array(z.string()).max(IMPORT_KEYS_MAX) });

/** The fields of a post that its owner can change. A missing field is not changed. */
export const editPostInput = z.object({
  ...optionalFields,
  /** Of all photos of the post, in order. */
  altTexts: z
    .array(postFieldSchemas.altText)
    .min(1)
    .max(PHOTOS_MAX, { error: ruleText(PHOTOS_TOO_MANY) })
    .optional(),
  /** Whether the owner covers the photos. */
  isSensitive: z.boolean().optional(),
  visibility: visibility.optional(),
  frame: postFrame.optional(),
  /** Null removes the camera data. Only a new post can have some. */
  camera: z.null().optional(),
});
export type EditPostInput = z.infer<typeof editPostInput>;

export const shareInput = z.object({
  recipientId: z
    .string({ error: ruleText(msg`Please choose a connection`) })
    .min(1, { error: ruleText(msg`Please choose a connection`) }),
});

/** Ids of the posts before and after one, in the order of their list; null at its ends. */
export const neighbours = z.object({ previous: z.string().nullable(), next: z.string().nullable() });
export type Neighbours = z.infer<typeof neighbours>;

export const likeState = z.object({ postId: z.string(), likeCount: z.int(), isLiked: z.boolean() });
export type LikeState = z.infer<typeof likeState>;

export const saveState = z.object({ postId: z.string(), isSaved: z.boolean() });
export type SaveState = z.infer<typeof saveState>;

/** The facts that a page needs to lay a photo out before it has loaded. Sizes in pixels of the variant `full`. */
export const photoFacts = z.object({
  width: z.int(),
  height: z.int(),
  /** A tiny WebP as a data URL, drawn blurred behind the photo. */
  placeholder: z.string(),
  /** The photo's dominant colour, `#rrggbb`. */
  color: z.string(),
  /** Bytes of the original, which members can load; absent without one. */
  originalSize: z.int().optional(),
});
export type PhotoFacts = z.infer<typeof photoFacts>;

/** A photo of a post. */
export const postPhoto = photoFacts.extend({
  mediaUrl: z.string(),
  altText: z.string(),
  /** Whether an AI tool made the photo, as stored with the photo. */
  isAi: z.boolean(),
});
export type PostPhoto = z.infer<typeof postPhoto>;

/** A post. The facts of its photo are those of the first one. */
export const postView = photoFacts.extend({
  ...postFieldViews,
  id: z.string(),
  userId: z.string(),
  mediaUrl: z.string(),
  createdAt: z.iso.datetime(),
  /** When its owner last changed its texts; null if never. */
  editedAt: z.iso.datetime().nullable(),
  user: userSummary,
  likeCount: z.int(),
  commentCount: z.int(),
  photoCount: z.int(),
  /** All photos in order, when there are several; else absent. */
  photos: z.array(postPhoto).optional(),
  /** The frame of several photos, when it is not that of the first one; else absent. */
  frame: postFrame.optional(),
  /** Camera data of the first photo, when its author shows it; else absent. */
  camera: camera.optional(),
  /** Whether an AI tool made one of the photos, as stored with the photo. */
  isAi: z.boolean(),
  cover: photoCover,
  visibility,
  commenting,
  isLiked: z.boolean(),
  isSaved: z.boolean(),
  comments: z.array(commentView),
  /** The comment that the owner has pinned. Absent without one visible to the viewer, and on cards. */
  pinnedComment: commentView.optional(),
  /** The number of comments missing in `comments` because of the viewer's muted words; absent without any. */
  hiddenComments: z.int().optional(),
});
export type PostView = z.infer<typeof postView>;

/** The preview of a linked post (docs/product.md#post-links). The photo is the first one. */
export const postPreview = photoFacts.omit({ originalSize: true }).extend({
  id: z.string(),
  username: z.string(),
  /** Cut to `PREVIEW_CAPTION_MAX` characters. */
  caption: z.string(),
  mediaUrl: z.string(),
  altText: z.string(),
  cover: photoCover,
});
export type PostPreview = z.infer<typeof postPreview>;
