import { AVATAR_MISSING, AVATAR_TOO_LARGE } from "~/contract/avatar-texts";
import { fieldError, invalid } from "~/contract/errors";
import { mediaIdOf } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { IMAGE_MISSING, IMAGE_TOO_LARGE } from "~/contract/texts";
import { decodeDataUrl } from "~/platform/media/data-url";
import type { MemberCtx } from "../context";
import { withinQuota } from "../quota";
import { ownPhoto } from "./own-photo";
import { putPhoto, uploadPhoto, usesOf } from "./upload-photo";

/** Texts by the field of the image (docs/product.md#validation). */
const texts = {
  mediaUrl: { missing: IMAGE_MISSING, tooLarge: IMAGE_TOO_LARGE },
  profileImage: { missing: AVATAR_MISSING, tooLarge: AVATAR_TOO_LARGE },
};

type Field = keyof typeof texts;

/**
 * Returns the stored photo for a JSON field. A data URL is stored first; a URL must name the viewer's own media. The
 * server never fetches a URL (docs/product.md#media).
 * @param maxBytes limit of the decoded image
 * @throws AppError `rate_limited` beyond the quota of uploads; `invalid`, `too_large`, `unsupported_media`
 */
export async function photoFrom(
  ctx: MemberCtx,
  field: Field,
  value: string,
  maxBytes: number,
): Promise<PhotoFacts & { id: string; url: string }> {
  const named = photoIn(field, value, maxBytes);
  if ("id" in named) return ownPhoto(ctx, named.id, field);
  const { bytes } = named;
  return withinQuota(ctx, usesOf(bytes), () => uploadPhoto(ctx, bytes));
}

/**
 * Like `photoFrom`, for a caller that stores the photo's row itself: a data URL is only written to the store, with the
 * statement `insert` still to run, and the owner of a stored photo is not checked.
 */
export async function photoToInsert(ctx: MemberCtx, field: Field, value: string, maxBytes: number) {
  const named = photoIn(field, value, maxBytes);
  if ("id" in named) return { id: named.id, insert: null };
  const { bytes } = named;
  const { photo, insert } = await withinQuota(ctx, usesOf(bytes), () =>
    putPhoto(ctx, bytes, { keepsOriginal: ctx.viewer.keepsOriginals }),
  );
  return { id: photo.id, insert };
}

/** Returns the photo in a data URL, or the id in a media URL. */
function photoIn(field: Field, value: string, maxBytes: number): { bytes: Uint8Array } | { id: string } {
  if (value.startsWith("data:")) {
    const bytes = decodeDataUrl(value, field);
    if (bytes.byteLength > maxBytes) throw fieldError("too_large", field, texts[field].tooLarge);
    return { bytes };
  }
  const id = mediaIdOf(value);
  if (!id) throw invalid(field, texts[field].missing);
  return { id };
}
