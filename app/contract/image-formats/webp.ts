import { unreadable } from "../image-errors";
import { addExifBlock, type ExifBlock, fourLetters, type Outline } from "./outline";

const RIFF_HEAD = 12;
const CHUNK_HEAD = 8;
const EXIF_PREFIX = 6;

/**
 * Reads the chunks (RFC 9649). Measures the canvas and the image in it: a decoder allocates the larger of the two.
 * @throws AppError `unsupported_media` when truncated; RangeError past the end
 */
export function outlineWebp(view: DataView): Outline {
  const fileEnd = CHUNK_HEAD + view.getUint32(4, true);
  if (fileEnd > view.byteLength) throw unreadable();
  const exif: ExifBlock[] = [];
  let width = 0;
  let height = 0;
  let isAnimated = false;
  for (let at = RIFF_HEAD; at + CHUNK_HEAD <= fileEnd; ) {
    const name = fourLetters(view, at);
    const length = view.getUint32(at + 4, true);
    const start = at + CHUNK_HEAD;
    const end = start + length;
    if (end > fileEnd) throw unreadable();
    const size = sizeIn(view, name, start);
    width = Math.max(width, size?.width ?? 0);
    height = Math.max(height, size?.height ?? 0);
    if (name === "ANMF") isAnimated = true;
    if (name === "EXIF") {
      const prefixed = length > EXIF_PREFIX && fourLetters(view, start) === "Exif";
      addExifBlock(exif, { start: prefixed ? start + EXIF_PREFIX : start, end });
    }
    at = end + (length % 2);
  }
  return { width, height, exif, isAnimated };
}

function sizeIn(view: DataView, name: string, start: number): { width: number; height: number } | null {
  switch (name) {
    case "VP8X":
      return { width: 1 + uint24(view, start + 4), height: 1 + uint24(view, start + 7) };
    case "VP8 ":
      // RFC 6386 9.1: a 3-byte tag and a start code, then 14 bits each.
      return {
        width: view.getUint16(start + 6, true) & 0x3fff,
        height: view.getUint16(start + 8, true) & 0x3fff,
      };
    case "VP8L": {
      // A signature byte, then 14 bits each, less one.
      const bits = view.getUint32(start + 1, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    default:
      return null;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
