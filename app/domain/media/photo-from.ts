import { fieldError, invalid } from "~/contract/errors";
import { mediaIdOf } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { AVATAR_MISSING, AVATAR_TOO_LARGE, IMAGE_MISSING, IMAGE_TOO_LARGE } from "~/contract/texts";
import { decodeDataUrl } from "~/platform/media/data-url";
import type { MemberCtx } from "../context";
import { ownPhoto } from "./own-photo";
import { uploadPhoto } from "./upload-photo";

/** Texts by the field of the image (docs/product.md#validation). */
const texts = {
  mediaUrl: { missing: IMAGE_MISSING, tooLarge: IMAGE_TOO_LARGE },
  profileImage: { missing: AVATAR_MISSING, tooLarge: AVATAR_TOO_LARGE },
};

type Photo = PhotoFacts & { id: string; url: string };
type Field = keyof typeof texts;

/**
 * Returns the stored photo for a JSON field. A data URL is stored first; a URL must name the viewer's own media. The server
 * never fetches a URL (docs/product.md#media).
 * @param maxBytes limit of the decoded image
 * @throws AppError `invalid`, `too_large`, `unsupported_media`
 */
export async function photoFrom(
  ctx: MemberCtx,
  field: Field,
  value: string,
  maxBytes: number,
): Promise<Photo> {
  const photo = await storedOrId(ctx, field, value, maxBytes);
  return typeof photo === "string" ? ownPhoto(ctx, photo, field) : photo;
}

/** Like `photoFrom`, but returns only the id and does not check the owner: the caller's statement has to. */
export async function photoIdFrom(
  ctx: MemberCtx,
  field: Field,
  value: string,
  maxBytes: number,
): Promise<string> {
  const photo = await storedOrId(ctx, field, value, maxBytes);
  return typeof photo === "string" ? photo : photo.id;
}

/** Returns the photo that was stored from a data URL, or the id in a media URL. */
async function storedOrId(
  ctx: MemberCtx,
  field: Field,
  value: string,
  maxBytes: number,
): Promise<Photo | string> {
  if (value.startsWith("data:")) {
    const bytes = decodeDataUrl(value, field);
    if (bytes.byteLength > maxBytes) throw fieldError("too_large", field, texts[field].tooLarge);
    return uploadPhoto(ctx, bytes);
  }
  const id = mediaIdOf(value);
  if (!id) throw invalid(field, texts[field].missing);
  return id;
}
