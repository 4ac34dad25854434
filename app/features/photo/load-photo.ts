import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { variantScale } from "~/contract/variant-scale";
import { canvasIsTrue } from "./canvas-trust";
import { decoded, heicAsPng, inspected, withinLoadTime } from "./decode-photo";
import type { InspectedFile } from "./inspect-file.client";
import { canvasUntrue, PhotoError, tooManyBytes, warningOf } from "./photo-problems";
import { redraw } from "./redraw-photo";
import type { Fit } from "./scale-pixels";

/** The `accept` of a file input. Windows knows no type for HEIC, by which a browser would find it. */
export const IMAGE_FILES = "image/*,.heic,.heif";

/** A smaller file within the size limit is uploaded unchanged, because re-encoding it would save little. In bytes. */
const SMALL_BYTES = 1.5 * 1024 * 1024;

/** Types that are uploaded unchanged. Others that the browser can read, such as GIF, HEIC and AVIF, are re-encoded. */
const UPLOADED_TYPES = ["image/jpeg", "image/png", "image/webp"];

/** A file that is ready for an upload. */
export interface PreparedPhoto {
  /** Upright, in sRGB. */
  blob: Blob;
  /** Whether the browser can draw and encode it. */
  isEditable: boolean;
  /** The warning about it; null without one. */
  warning: string | null;
}

/**
 * Validates a chosen file by its content (an image, under 10 MB, decoded within 5 seconds; docs/product.md#media) and
 * returns the file to upload. Keeps a small file of a type that every site takes, and one that would only get larger.
 * @param variant the largest one that the server will make of it
 * @param maxBytes the largest size of the file to upload
 * @throws PhotoError when the file is too large or is no readable image
 */
export async function preparePhoto(
  file: File | Blob,
  variant: "full" | "original" = "full",
  maxBytes: number = POST_IMAGE_MAX_BYTES,
): Promise<PreparedPhoto> {
  if (file.size > POST_IMAGE_MAX_BYTES) throw new PhotoError(tooManyBytes(POST_IMAGE_MAX_BYTES));
  const facts = await inspected(file);
  const warning = warningOf({ isAnimated: facts?.isAnimated ?? false, isEditable: true });
  if (!canvasIsTrue()) return unread(file, facts, { variant, maxBytes });
  const bitmap = await decoded(file, facts);
  try {
    const scale = variantScale(uprightSize(bitmap, facts), variant);
    const canStay = facts !== null && isUploaded(facts) && scale === 1 && file.size <= maxBytes;
    if (canStay && file.size <= SMALL_BYTES) return { blob: file, isEditable: true, warning };
    const encoded = await redraw(bitmap, facts, scale, maxBytes);
    const blob = canStay && encoded.size >= file.size ? file : encoded;
    return { blob, isEditable: true, warning };
  } finally {
    bitmap.close();
  }
}

/** Loads and decodes the image at a URL. @throws PhotoError when that fails or takes more than 5 seconds */
export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await withinLoadTime(image.decode());
  return image;
}

function uprightSize({ width, height }: ImageBitmap, facts: InspectedFile | null) {
  return (facts?.orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height };
}

/** Returns whether all decoders show the file alike, so that the preview is what the server will make of it. */
function isUploaded({ type, orientation, isAnimated, isOdd }: InspectedFile): boolean {
  const isTurned = orientation !== 1 && type !== "image/jpeg";
  return UPLOADED_TYPES.includes(type) && !isTurned && !isAnimated && !isOdd;
}

/**
 * Returns the file for the server to scale and turn; a HEIC photo, which not every server reads, decoded.
 * @throws PhotoError for another one that the server would not take
 */
async function unread(file: Blob, facts: InspectedFile | null, fit: Fit): Promise<PreparedPhoto> {
  if (!facts) throw new PhotoError(canvasUntrue);
  const warning = warningOf({ isAnimated: facts.isAnimated, isEditable: false });
  if (facts.type === "image/heic") return { blob: await heicAsPng(file, fit), isEditable: false, warning };
  if (file.size > fit.maxBytes) throw new PhotoError(tooManyBytes(fit.maxBytes));
  return { blob: file, isEditable: false, warning };
}
