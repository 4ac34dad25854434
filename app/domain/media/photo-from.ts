import { AppError, invalid } from "~/contract/errors";
import { mediaIdOf } from "~/contract/media-address";
import type { PhotoFacts } from "~/contract/posts";
import { decodeDataUrl } from "~/platform/media/data-url";
import type { MemberCtx } from "../context";
import { ownPhoto } from "./own-photo";
import { uploadPhoto } from "./upload-photo";

/** The spec's words (point 5) by the field a picture comes in. */
const words = {
  mediaUrl: {
    missing: "Please upload an image for your post",
    tooLarge: "Please upload an image smaller than 10MB",
  },
  profileImage: {
    missing: "Please choose an image file",
    tooLarge: "Please select an image smaller than 2MB",
  },
};

type Photo = PhotoFacts & { id: string; url: string };
type Field = keyof typeof words;

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
    if (bytes.byteLength > maxBytes) {
      const { tooLarge } = words[field];
      throw new AppError("too_large", tooLarge, { [field]: [tooLarge] });
    }
    return uploadPhoto(ctx, bytes);
  }
  const id = mediaIdOf(value);
  if (!id) throw invalid(field, words[field].missing);
  return id;
}
