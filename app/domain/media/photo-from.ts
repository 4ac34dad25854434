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
 * The stored photo behind what a member sent in a JSON field: a data URL is stored, an address of the member's own
 * media is looked up, anything else is refused; the server never fetches an address (contract.md "Posts").
 * @param maxBytes of the decoded picture
 */
export async function photoFrom(
  ctx: MemberCtx,
  field: Field,
  value: string,
  maxBytes: number,
): Promise<Photo> {
  const photo = await given(ctx, field, value, maxBytes);
  return typeof photo === "string" ? ownPhoto(ctx, photo, field) : photo;
}

/** The same without the look: only its id, for a statement that makes sure itself that it is the member's own. */
export async function photoIdFrom(
  ctx: MemberCtx,
  field: Field,
  value: string,
  maxBytes: number,
): Promise<string> {
  const photo = await given(ctx, field, value, maxBytes);
  return typeof photo === "string" ? photo : photo.id;
}

/** A photo that has just been stored, or the id that an address names. */
async function given(ctx: MemberCtx, field: Field, value: string, maxBytes: number): Promise<Photo | string> {
  if (value.startsWith("data:")) {
    const bytes = decodeDataUrl(value, field);
    if (bytes.byteLength > maxBytes) throw fieldError("too_large", field, texts[field].tooLarge);
    return uploadPhoto(ctx, bytes);
  }
  const id = mediaIdOf(value);
  if (!id) throw invalid(field, texts[field].missing);
  return id;
}
