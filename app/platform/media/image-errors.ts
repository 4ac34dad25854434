import { AppError } from "~/contract/errors";
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from "~/contract/limits";
import { IMAGE_UNREADABLE } from "~/contract/texts";
import { logError } from "../log";
import { isConnectionError } from "./local-images";

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
function unreadableHeic(): AppError {
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

/**
 * Error codes of Cloudflare Images that the photo did not cause: out of quota, an account without the binding, internal
 * errors, a busy or interrupted service. 9523 is not one: photos of an invalid format have it
 * (https://developers.cloudflare.com/images/reference/troubleshooting/ and `images/reference/errors` of the repository
 * of these pages).
 */
const SERVICE_ERRORS = new Set([9422, 9423, 9424, 9430, 9432, 9516, 9517, 9518, 9522, 9527, 9528, 9529]);
/** One of these codes has two errors: "error during encoding" and, of a damaged photo, "error during decoding". */
const DECODING = /\bdecoding\b/;

/**
 * Returns the error to throw for a failed call of the Images binding: one about the photo if it could not be decoded,
 * else the error of the service itself.
 * @param type of the photo
 */
export function imageError(error: unknown, type: string): unknown {
  const code: unknown = error instanceof Error && "code" in error ? error.code : null;
  const isOfPhoto = error instanceof Error && DECODING.test(error.message);
  if (typeof code === "number" && SERVICE_ERRORS.has(code) && !isOfPhoto) return error;
  if (isConnectionError(error)) return error;
  // A code that is logged often for files that are not damaged belongs in SERVICE_ERRORS.
  logError(error, { event: "photo unreadable", type });
  return type === "image/heic" ? unreadableHeic() : unreadable();
}
