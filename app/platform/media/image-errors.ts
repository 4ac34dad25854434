import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";
import { unreadable } from "~/contract/image-errors";
import { logError } from "../log";
import { isConnectionError } from "./local-images";

/** The error (415) for a HEIC photo in a local run: only Cloudflare Images decodes HEIC (HEVC is patented). */
function unreadableHeic(): AppError {
  return new AppError("unsupported_media", msg`This HEIC photo could not be read. Please try it as a JPEG.`);
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
