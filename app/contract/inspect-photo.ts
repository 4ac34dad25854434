import { sideTooLong, tooManyPixels, unknownType, unreadable } from "./image-errors";
import { crc32 } from "./image-formats/crc32";
import { isUpright, readOrientation, writeUpright } from "./image-formats/exif";
import { outlineGif } from "./image-formats/gif";
import { isHeic, outlineHeif } from "./image-formats/heif";
import { outlineJpeg } from "./image-formats/jpeg";
import { fourLetters, type Orientation, type Outline } from "./image-formats/outline";
import { outlinePng } from "./image-formats/png";
import { outlineWebp } from "./image-formats/webp";
import { IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from "./limits";

const outlines = {
  "image/jpeg": outlineJpeg,
  "image/png": outlinePng,
  "image/webp": outlineWebp,
  "image/gif": outlineGif,
  "image/heic": outlineHeif,
} satisfies Record<string, (view: DataView) => Outline>;

export type PhotoType = keyof typeof outlines;

export interface PhotoInspection {
  type: PhotoType;
  /** Pixels, as stored: before `orientation` is applied. */
  width: number;
  height: number;
  orientation: Orientation;
  isAnimated: boolean;
  isOdd: boolean;
}

const PNG_SIGNATURE = 0x89504e470d0a1a0an;

/** Returns the type by magic bytes; names and declared types are not trusted. No SVG: it can contain scripts. */
export function photoType(view: DataView): PhotoType | null {
  if (view.byteLength < 16) return null;
  if (view.getUint16(0) === 0xffd8 && view.getUint8(2) === 0xff) return "image/jpeg";
  if (view.getBigUint64(0) === PNG_SIGNATURE) return "image/png";
  const first = fourLetters(view, 0);
  if (first === "RIFF" && fourLetters(view, 8) === "WEBP") return "image/webp";
  if (first === "GIF8" && ["7a", "9a"].includes(fourLetters(view, 3).slice(1, 3))) return "image/gif";
  if (fourLetters(view, 4) === "ftyp" && isHeic(view)) return "image/heic";
  return null;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function outlineOf(bytes: Uint8Array): Outline & { type: PhotoType } {
  const view = viewOf(bytes);
  const type = photoType(view);
  if (!type) throw unknownType();
  try {
    return { type, ...outlines[type](view) };
  } catch (error) {
    // A DataView throws a RangeError for a read past the end: the file is truncated.
    if (error instanceof RangeError) throw unreadable();
    throw error;
  }
}

/**
 * Returns the type, size and orientation of an image from its headers. Decodes no pixels, so time and memory do not
 * depend on the size that a header claims.
 * @throws AppError `unsupported_media` unless it is a complete image of an accepted type; `too_large` over
 *   IMAGE_MAX_PIXELS or IMAGE_MAX_SIDE
 */
export function inspectPhoto(bytes: Uint8Array): PhotoInspection {
  const { type, width, height, exif, isAnimated = false, isOdd = false } = outlineOf(bytes);
  if (width === 0 || height === 0) throw unreadable();
  requireSize({ width, height });
  return { type, width, height, orientation: readOrientation(viewOf(bytes), exif), isAnimated, isOdd };
}

/** Throws for an image of too many pixels. @throws AppError `too_large` over IMAGE_MAX_PIXELS or IMAGE_MAX_SIDE */
export function requireSize({ width, height }: { width: number; height: number }): void {
  if (width * height > IMAGE_MAX_PIXELS) throw tooManyPixels(width * height);
  if (Math.max(width, height) > IMAGE_MAX_SIDE) throw sideTooLong(Math.max(width, height));
}

/**
 * Returns the image with its EXIF orientation (JPEG, PNG, WebP) set to upright; the same bytes without one. Cloudflare
 * Images applies the tag, the local binding does not. Without the tag, both apply exactly the requested rotation.
 * @throws AppError as `inspectPhoto` does
 */
export function withUprightTag<Buffer extends ArrayBufferLike>(
  bytes: Uint8Array<Buffer>,
): Uint8Array<Buffer | ArrayBuffer> {
  const { exif } = outlineOf(bytes);
  if (isUpright(viewOf(bytes), exif)) return bytes;
  const copy = bytes.slice();
  const view = viewOf(copy);
  for (const block of exif) {
    writeUpright(view, block);
    if (block.checksum) {
      view.setUint32(block.checksum.at, crc32(copy.subarray(block.checksum.from, block.end)));
    }
  }
  return copy;
}

/** Returns width and height in pixels of a WebP file. */
export function webpSize(bytes: Uint8Array): { width: number; height: number } {
  const { type, width, height } = inspectPhoto(bytes);
  if (type !== "image/webp") throw unreadable();
  return { width, height };
}
