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

/**
 * The stored photo behind what a member sent in a JSON field: a data URL is stored, an address of the member's own
 * media is looked up, anything else is refused; the server never fetches an address (contract.md "Posts").
 * @param maxBytes of the decoded picture
 */
export async function photoFrom(
  ctx: MemberCtx,
  field: keyof typeof words,
  value: string,
  maxBytes: number,
): Promise<PhotoFacts & { id: string; url: string }> {
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
  return ownPhoto(ctx, id, field);
}
