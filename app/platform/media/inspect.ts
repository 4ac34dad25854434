import { crc32 } from "node:zlib";
import { IMAGE_MAX_PIXELS } from "~/contract/limits";
import { isUpright, readOrientation, writeUpright } from "./formats/exif";
import { outlineGif } from "./formats/gif";
import { heifType, outlineHeif } from "./formats/heif";
import { outlineJpeg } from "./formats/jpeg";
import { fourLetters, type Orientation, type Outline } from "./formats/outline";
import { outlinePng } from "./formats/png";
import { outlineWebp } from "./formats/webp";
import { tooManyPixels, unknownType, unreadable } from "./refusals";

const outlines = {
  "image/jpeg": outlineJpeg,
  "image/png": outlinePng,
  "image/webp": outlineWebp,
  "image/gif": outlineGif,
  "image/avif": outlineHeif,
  "image/heic": outlineHeif,
} satisfies Record<string, (view: DataView) => Outline>;

type PhotoType = keyof typeof outlines;

export interface PhotoInspection {
  type: PhotoType;
  /** Pixels, as stored: before `orientation` is applied. */
  width: number;
  height: number;
  orientation: Orientation;
}

const PNG_SIGNATURE = 0x89504e470d0a1a0an;

/** By magic bytes alone: names and declared types lie. SVG is a document, not a picture, and is never taken. */
function typeOf(view: DataView): PhotoType | null {
  if (view.byteLength < 16) return null;
  if (view.getUint16(0) === 0xffd8 && view.getUint8(2) === 0xff) return "image/jpeg";
  if (view.getBigUint64(0) === PNG_SIGNATURE) return "image/png";
  const first = fourLetters(view, 0);
  if (first === "RIFF" && fourLetters(view, 8) === "WEBP") return "image/webp";
  if (first === "GIF8" && ["7a", "9a"].includes(fourLetters(view, 3).slice(1, 3))) return "image/gif";
  if (fourLetters(view, 4) === "ftyp") return heifType(view);
  return null;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function outlineOf(bytes: Uint8Array): Outline & { type: PhotoType } {
  const view = viewOf(bytes);
  const type = typeOf(view);
  if (!type) throw unknownType();
  try {
    return { type, ...outlines[type](view) };
  } catch (error) {
    // A DataView's word for "past the end": the file stops before what it announces.
    if (error instanceof RangeError) throw unreadable();
    throw error;
  }
}

/**
 * What kind of picture this is and how large, from its headers alone: nothing is decoded, time and memory do not grow
 * with the pixels it claims.
 * @throws AppError `unsupported_media` for anything but a whole picture of a type we take, `too_large` over IMAGE_MAX_PIXELS
 */
export function inspectPhoto(bytes: Uint8Array): PhotoInspection {
  const { type, width, height, exif } = outlineOf(bytes);
  if (width === 0 || height === 0) throw unreadable();
  if (width * height > IMAGE_MAX_PIXELS) throw tooManyPixels();
  return { type, width, height, orientation: readOrientation(viewOf(bytes), exif) };
}

/**
 * The same picture with its EXIF orientation (JPEG, PNG, WebP) overwritten by "upright"; the bytes themselves when there
 * is nothing to overwrite. Cloudflare's Images applies the tag and the local stand-in does not: with the tag neutral and
 * the turn asked for, both do it exactly once.
 * @throws AppError as `inspectPhoto` does
 */
export function withUprightTag(bytes: Uint8Array): Uint8Array {
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

/** Width and height in pixels of a WebP of our own making, as `inspectPhoto` reads them. */
export function webpSize(bytes: Uint8Array): { width: number; height: number } {
  const { type, width, height } = inspectPhoto(bytes);
  if (type !== "image/webp") throw unreadable();
  return { width, height };
}
