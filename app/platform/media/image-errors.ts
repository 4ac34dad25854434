import { AppError } from "~/contract/errors";
import { IMAGE_MAX_PIXELS } from "~/contract/limits";
import { IMAGE_UNREADABLE } from "~/contract/texts";

const MEGAPIXEL = 1_000_000;

/** The error (415) for an image of an accepted type that is truncated or damaged. */
export function unreadable(): AppError {
  return new AppError("unsupported_media", IMAGE_UNREADABLE);
}

/** The error (415) for bytes of no accepted type, whatever the file name says. */
export function unknownType(): AppError {
  return new AppError("unsupported_media", "Please upload a JPEG, PNG, WebP, GIF, AVIF or HEIC image.");
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
