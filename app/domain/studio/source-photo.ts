import { fieldError, invalid } from "~/contract/errors";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaIdOf } from "~/contract/media-address";
import { IMAGE_TOO_LARGE, SOURCE_IMAGE_MISSING } from "~/contract/texts";
import { decodeDataUrl } from "~/platform/media/data-url";
import { readWhole } from "~/platform/media/read-whole";
import type { MemberCtx } from "../context";
import { ownPhoto, photoUnavailable } from "../media/own-photo";

export interface SourcePhoto {
  bytes: Uint8Array<ArrayBuffer>;
  /** Its URL if it is already stored. */
  url: string | null;
}

/**
 * Returns the image that an AI tool starts from: a data URL, or the viewer's own media. Stores nothing, because the engine
 * may fail. The server never fetches a URL.
 * @throws AppError `invalid`, `too_large`
 */
export async function sourcePhoto(ctx: MemberCtx, value: string): Promise<SourcePhoto> {
  if (value.startsWith("data:")) {
    const bytes = decodeDataUrl(value, "image");
    if (bytes.byteLength > POST_IMAGE_MAX_BYTES) throw fieldError("too_large", "image", IMAGE_TOO_LARGE);
    return { bytes, url: null };
  }
  const id = mediaIdOf(value);
  if (!id) throw invalid("image", SOURCE_IMAGE_MISSING);
  const { url } = await ownPhoto(ctx, id, "image");
  const stored = await ctx.media.get(id, "full");
  if (!stored) throw photoUnavailable("image");
  return { bytes: await readWhole(stored.body), url };
}
