import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "./errors";
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from "./limits";
import { IMAGE_UNREADABLE } from "./texts";

const MEGAPIXEL = 1_000_000;

const TOO_MANY_PIXELS = msg({
  message: "This photo has {count, number} megapixels; the most is {limit, number}.",
});
const SIDE_TOO_LONG = msg({
  message: "A side of this photo has {length, number} pixels; the most is {limit, number}.",
});

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
  return new AppError("unsupported_media", msg`Please upload a JPEG, PNG, WebP, GIF or HEIC image.`);
}

/** The error (413) for an image of more than IMAGE_MAX_PIXELS. */
export function tooManyPixels(pixels: number): AppError {
  const limit = IMAGE_MAX_PIXELS / MEGAPIXEL;
  // Rounded up: one pixel too many is not "40 megapixels; the most is 40".
  const values = { count: Math.ceil(pixels / MEGAPIXEL), limit };
  return new AppError("too_large", { ...TOO_MANY_PIXELS, values });
}

/** The error (413) for an image that is wider or taller than IMAGE_MAX_SIDE. */
export function sideTooLong(side: number): AppError {
  const values = { length: side, limit: IMAGE_MAX_SIDE };
  return new AppError("too_large", { ...SIDE_TOO_LONG, values });
}
