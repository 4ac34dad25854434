import { createHash } from "node:crypto";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { MediaUpload } from "~/contract/media";
import { mediaUrl } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { FILE_REMOVED } from "~/contract/texts";
import { media } from "~/db/schema";
import { isRaisedBy, isSessionEnded, REMOVED_FILE } from "~/db/violations";
import type { MemberCtx } from "../context";
import type { Use } from "../quota";

type PhotoCtx = Pick<MemberCtx, "db" | "media" | "now"> & { viewer: { id: string } };
type Photo = MediaUpload & PhotoFacts & { id: string };

interface PhotoOptions {
  /** Whether an AI tool made it. */
  isAi?: boolean;
  /** Whether to store the original too. */
  keepsOriginal?: boolean;
}

/** Returns the uses of the upload quotas and of the site's ceiling by a file. */
export const usesOf = (bytes: Uint8Array): Use[] => usesOfSize(bytes.byteLength);

/** Does the same for a file of a size in bytes. */
export function usesOfSize(size: number): Use[] {
  return [
    { quota: "uploads", count: 1 },
    { quota: "uploadSize", count: size },
    { ceiling: "uploads", count: 1 },
  ];
}

/**
 * Stores a photo of the viewer. Objects are written first, so that a row always has its objects.
 * @param bytes the uploaded file; the caller has checked its size
 * @throws AppError `unsupported_media`, `too_large` (over 40 megapixels, or a side over 12,000 pixels)
 */
export async function uploadPhoto(ctx: PhotoCtx, bytes: Uint8Array, options?: PhotoOptions): Promise<Photo> {
  const { photo, insert } = await putPhoto(ctx, bytes, options);
  await insertPhotos(ctx, [photo.id], insert);
  return photo;
}

/**
 * Writes the objects of a photo of the viewer. `insert` is the statement of its row, for the batch that stores what
 * refers to the photo; `insertPhotos` runs it.
 * @throws as `uploadPhoto`
 */
export async function putPhoto(
  ctx: PhotoCtx,
  bytes: Uint8Array,
  { isAi = false, keepsOriginal }: PhotoOptions = {},
) {
  const now = ctx.now();
  const id = newId(now.getTime());
  const { perceptualHash, ...stored } = await ctx.media.putPhoto(id, bytes, keepsOriginal);
  const createdAt = now.toISOString();
  const insert = ctx.db.insert(media).values({
    id,
    userId: ctx.viewer.id,
    ...stored,
    ...perceptualHash,
    isAi,
    createdAt,
    hash: createHash("sha256").update(bytes).digest(),
  });
  const photo: Photo = { id, url: mediaUrl(id), ...stored };
  return { photo, insert };
}

/**
 * Runs the write that inserts the rows of photos. When the session has ended, or the file was removed before, the
 * objects are removed; after another failure, `sweepUnused` removes what is unused, as the rows may be stored.
 */
export async function insertPhotos<T>(ctx: PhotoCtx, ids: string[], write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const isRemoved = isRaisedBy(error, REMOVED_FILE);
    if (isRemoved || isSessionEnded(error)) await ctx.media.remove(ids);
    throw isRemoved ? new AppError("unsupported_media", FILE_REMOVED) : error;
  }
}
