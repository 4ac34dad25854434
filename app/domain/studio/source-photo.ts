import { AppError, invalid } from "~/contract/errors";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaIdOf } from "~/contract/media-address";
import { decodeDataUrl } from "~/platform/media/data-url";
import { readWhole } from "~/platform/media/read-whole";
import type { MemberCtx } from "../context";
import { ownPhoto } from "../media/own-photo";

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
    if (bytes.byteLength > POST_IMAGE_MAX_BYTES) {
      const words = "Please upload an image smaller than 10MB";
      throw new AppError("too_large", words, { image: [words] });
    }
    return { bytes, url: null };
  }
  const id = mediaIdOf(value);
  if (!id) throw invalid("image", "Please upload an image first");
  const { url } = await ownPhoto(ctx, id, "image");
  const stored = await ctx.media.get(id, "full");
  if (!stored) throw invalid("image", "This image is not available. Please upload it again.");
  return { bytes: await readWhole(stored.body), url };
}
