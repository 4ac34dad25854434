import { AppError } from "~/contract/errors";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import type { MediaUpload } from "~/contract/media";
import { IMAGE_TOO_LARGE } from "~/contract/texts";
import type { MemberCtx } from "../context";
import { uploadPhoto } from "./upload-photo";

/**
 * Stores an uploaded photo of the viewer, under 10 MB (docs/product.md#media).
 * @throws AppError `too_large`, `unsupported_media`
 */
export async function uploadFile(ctx: MemberCtx, file: File): Promise<MediaUpload> {
  if (file.size > POST_IMAGE_MAX_BYTES) {
    throw new AppError("too_large", IMAGE_TOO_LARGE);
  }
  const { url, width, height, contentType, size } = await uploadPhoto(
    ctx,
    new Uint8Array(await file.arrayBuffer()),
  );
  return { url, width, height, contentType, size };
}
