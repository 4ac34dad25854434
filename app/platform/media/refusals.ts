import { AppError } from "~/contract/errors";
import { IMAGE_MAX_PIXELS } from "~/contract/limits";
import { IMAGE_UNREADABLE } from "~/contract/texts";

const MEGAPIXEL = 1_000_000;

/** The file claims to be a picture of a type we take, but is cut short or damaged: 415. */
export function unreadable(): AppError {
  return new AppError("unsupported_media", IMAGE_UNREADABLE);
}

/** The bytes are not those of a type we take, whatever the file is called: 415. */
export function unknownType(): AppError {
  return new AppError("unsupported_media", "Please upload a JPEG, PNG, WebP, GIF, AVIF or HEIC image.");
}

/** HEIC is decoded by Cloudflare's Images and not by the codecs of a laptop (HEVC is patented): 415. */
export function unreadableHeic(): AppError {
  return new AppError("unsupported_media", "This HEIC photo could not be read. Please try it as a JPEG.");
}

/** More pixels than IMAGE_MAX_PIXELS: 413. */
export function tooManyPixels(): AppError {
  const limit = IMAGE_MAX_PIXELS / MEGAPIXEL;
  return new AppError("too_large", `Please upload an image of at most ${limit} megapixels.`);
}
