import { fieldError, invalid } from "~/contract/errors";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaIdOf, mediaUrl } from "~/contract/media-address";
import { IMAGE_TOO_LARGE, SOURCE_IMAGE_MISSING } from "~/contract/texts";
import { decodeDataUrl } from "~/platform/media/data-url";
import { readWhole } from "~/platform/media/read-whole";
import type { MemberCtx } from "../context";
import { photoUnavailable } from "../media/own-photo";

type Bytes = Uint8Array<ArrayBuffer>;

/** The image that an AI tool starts from: a new one, or stored media, whose owner is not checked yet. */
export type SourcePhoto = { mediaId: null; url: null; bytes: Bytes } | { mediaId: string; url: string };

/**
 * Returns the image that an AI tool starts from: a data URL, or the viewer's own media. Stores nothing, because the engine
 * may fail. The server never fetches a URL.
 * @throws AppError `invalid`, `too_large`
 */
export function sourcePhoto(value: string): SourcePhoto {
  if (value.startsWith("data:")) {
    const bytes = decodeDataUrl(value, "image");
    if (bytes.byteLength > POST_IMAGE_MAX_BYTES) throw fieldError("too_large", "image", IMAGE_TOO_LARGE);
    return { mediaId: null, url: null, bytes };
  }
  const mediaId = mediaIdOf(value);
  if (!mediaId) throw invalid("image", SOURCE_IMAGE_MISSING);
  return { mediaId, url: mediaUrl(mediaId) };
}

/** Returns the bytes of an image. The caller has checked that stored media is the viewer's. @throws AppError `invalid` */
export async function bytesOf(ctx: Pick<MemberCtx, "media">, source: SourcePhoto): Promise<Bytes> {
  if (source.mediaId === null) return source.bytes;
  const stored = await ctx.media.get(source.mediaId, "full");
  if (!stored) throw photoUnavailable("image");
  return readWhole(stored.body);
}
