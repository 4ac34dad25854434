import { AppError } from "~/contract/errors";
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from "~/contract/limits";
import { IMAGE_UNREADABLE } from "~/contract/texts";

const MEGAPIXEL = 1_000_000;

/** The error (415) for an image of an accepted type that is truncated or damaged. */
export function unreadable(): AppError {
  return new AppError("unsupported_media", IMAGE_UNREADABLE);
}

/**
 * The error (415) for bytes of no accepted type, whatever the file name says. AVIF is none: Cloudflare Images reads it
 * for Enterprise accounts only (https://developers.cloudflare.com/images/get-started/limits/). The browser re-encodes
 * it before an upload.
 */
export function unknownType(): AppError {
  return new AppError("unsupported_media", "Please upload a JPEG, PNG, WebP, GIF or HEIC image.");
}

/** The error (415) for a HEIC photo in a local run: only Cloudflare Images decodes HEIC (HEVC is patented). */
export function unreadableHeic(): AppError {
  return new AppError("unsupported_media", "This HEIC photo could not be read. Please try it as a JPEG.");
}

/** The error (413) for an image of more than IMAGE_MAX_PIXELS. */
export function tooManyPixels(): AppError {
  const limit = IMAGE_MAX_PIXELS / MEGAPIXEL;
  return new AppError("too_large", `Please upload an image of at most ${limit} megapixels.`);
}

/** The error (413) for an image that is wider or taller than IMAGE_MAX_SIDE. */
export function sideTooLong(): AppError {
  const limit = IMAGE_MAX_SIDE.toLocaleString("en");
  return new AppError("too_large", `Please upload an image of at most ${limit} pixels in width and height.`);
}
