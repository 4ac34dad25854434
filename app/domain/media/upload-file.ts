import { AppError } from "~/contract/errors";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import type { MediaUpload } from "~/contract/media";
import { IMAGE_TOO_LARGE } from "~/contract/texts";
import type { MemberCtx } from "../context";
import { requireEmail, withinQuota } from "../quota";
import { uploadPhoto, usesOf } from "./upload-photo";

/**
 * Stores an uploaded photo of the viewer, under 10 MB, and its original if they keep it (docs/product.md#media).
 * @throws AppError `rate_limited` beyond the quota of uploads; `too_large`, `unsupported_media`
 */
export async function uploadFile(ctx: MemberCtx, file: File): Promise<MediaUpload> {
  requireEmail(ctx);
  if (file.size > POST_IMAGE_MAX_BYTES) {
    throw new AppError("too_large", IMAGE_TOO_LARGE);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { keepsOriginals: keepsOriginal } = ctx.viewer;
  const { url, width, height, contentType, size, originalSize } = await withinQuota(ctx, usesOf(bytes), () =>
    uploadPhoto(ctx, bytes, { keepsOriginal }),
  );
  return { url, width, height, contentType, size, originalSize };
}
