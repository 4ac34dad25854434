import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { SOURCE_IMAGE_MISSING } from "~/contract/ai";
import { AppError, fieldError, invalid } from "~/contract/errors";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaIdOf, mediaUrl } from "~/contract/media-address";
import { FILE_REMOVED, IMAGE_TOO_LARGE } from "~/contract/texts";
import { media } from "~/db/schema";
import { decodeDataUrl } from "~/platform/media/data-url";
import { readWhole } from "~/platform/media/read-whole";
import type { MemberCtx } from "../context";
import { photoUnavailable } from "../media/own-photo";
import { uploadPhoto, usesOf } from "../media/upload-photo";
import { withinQuota } from "../quota";

type Bytes = Uint8Array<ArrayBuffer>;

/** The image that an AI tool starts from: a new one, or stored media, whose owner is not checked yet. */
export type SourcePhoto = { mediaId: null; bytes: Bytes } | { mediaId: string };

/**
 * Returns the image that an AI tool starts from: a data URL, or the viewer's own media. The server never fetches a URL.
 * @throws AppError `invalid`, `too_large`
 */
export function sourcePhoto(value: string): SourcePhoto {
  if (value.startsWith("data:")) {
    const bytes = decodeDataUrl(value, "image");
    if (bytes.byteLength > POST_IMAGE_MAX_BYTES) throw fieldError("too_large", "image", IMAGE_TOO_LARGE);
    return { mediaId: null, bytes };
  }
  const mediaId = mediaIdOf(value);
  if (!mediaId) throw invalid("image", SOURCE_IMAGE_MISSING);
  return { mediaId };
}

/** A source that is stored. */
export interface StoredSource {
  bytes: Bytes;
  url: string;
  /** Deletes it if it was stored for this call. */
  remove: () => Promise<void>;
}

/**
 * Stores a new image as an upload of the viewer's, before a model runs: whatever refuses an upload, such as a removed
 * photo, refuses it here. The caller has checked that stored media is the viewer's.
 * @throws AppError `rate_limited` beyond the quota of uploads; `unsupported_media`; `too_large`; `invalid` for
 *   gone media
 */
export async function storedSource(ctx: MemberCtx, source: SourcePhoto): Promise<StoredSource> {
  if (source.mediaId !== null) {
    const bytes = await storedBytes(ctx, source.mediaId);
    return { bytes, url: mediaUrl(source.mediaId), remove: async () => undefined };
  }
  const { bytes } = source;
  const { id, url } = await withinQuota(ctx, usesOf(bytes), () => uploadPhoto(ctx, bytes));
  const remove = async () => void (await ctx.db.delete(media).where(eq(media.id, id)));
  return { bytes, url, remove };
}

/**
 * Returns the bytes of an image to look at. A new one counts as an upload, and is refused if removed before.
 * @throws as `storedSource`
 */
export async function sourceBytes(ctx: MemberCtx, source: SourcePhoto): Promise<Bytes> {
  if (source.mediaId !== null) return storedBytes(ctx, source.mediaId);
  const { bytes } = source;
  return withinQuota(ctx, usesOf(bytes), async () => {
    const hash = createHash("sha256").update(bytes).digest("hex");
    const isRemoved = await ctx.db.get(sql`SELECT 1 FROM removed_hashes WHERE hash = unhex(${hash})`);
    if (isRemoved) throw new AppError("unsupported_media", FILE_REMOVED);
    return bytes;
  });
}

async function storedBytes(ctx: Pick<MemberCtx, "media">, mediaId: string): Promise<Bytes> {
  const stored = await ctx.media.get(mediaId, "full");
  if (!stored) throw photoUnavailable("image");
  return readWhole(stored.body);
}
