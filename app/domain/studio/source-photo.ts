import { fieldError, invalid } from "~/contract/errors";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaIdOf } from "~/contract/media-address";
import { IMAGE_TOO_LARGE, SOURCE_IMAGE_MISSING } from "~/contract/texts";
import { decodeDataUrl } from "~/platform/media/data-url";
import { readWhole } from "~/platform/media/read-whole";
import type { MemberCtx } from "../context";
import { notTheirs, ownPhoto } from "../media/own-photo";

export interface SourcePhoto {
  bytes: Uint8Array<ArrayBuffer>;
  /** Its address, where it is stored already. */
  url: string | null;
}

/**
 * The picture that a tool starts from: a data URL, or the viewer's own media. Nothing is stored yet, for the engine may
 * fail; the server never fetches an address.
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
  if (!stored) throw notTheirs("image");
  return { bytes: await readWhole(stored.body), url };
}
