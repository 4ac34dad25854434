import { unreadable } from "../image-errors";
import { addExifBlock, type ExifBlock, fourLetters, type Outline } from "./outline";

const STANDALONE = new Set([0x00, 0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8]);
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const APP1 = 0xe1;
/** Markers C0–CF start a frame, except Huffman tables (C4), a reserved one (C8) and arithmetic tables (CC). */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Reads the segments up to the first scan as libjpeg does, skipping stray bytes between them, so that the size is the
 * one that the decoder reads.
 * @throws AppError `unsupported_media` when truncated; RangeError past the end
 */
export function outlineJpeg(view: DataView): Outline {
  const exif: ExifBlock[] = [];
  let width = 0;
  let height = 0;
  let isOdd = false;
  let isSequential = false;
  let at = 2;
  for (;;) {
    while (view.getUint8(at) !== 0xff) {
      at += 1;
      isOdd = true;
    }
    while (view.getUint8(at) === 0xff) at += 1;
    const marker = view.getUint8(at);
    at += 1;
    if (STANDALONE.has(marker)) continue;
    if (marker === END_OF_IMAGE) throw unreadable();
    const start = at + 2;
    const end = at + view.getUint16(at);
    if (end < start || end > view.byteLength) throw unreadable();
    if (isFrame(marker)) {
      height = Math.max(height, view.getUint16(start + 1));
      width = Math.max(width, view.getUint16(start + 3));
      isSequential = marker <= 0xc1;
      // CMYK.
      if (view.getUint8(start + 5) === 4) isOdd = true;
    }
    if (marker === APP1 && end - start > 6 && fourLetters(view, start) === "Exif") {
      addExifBlock(exif, { start: start + 6, end });
    }
    if (marker === START_OF_SCAN) {
      requireEndOfImage(view, end);
      return { width, height, exif, isOdd: isOdd || (isSequential && !isWholeScan(view, end)) };
    }
    at = end;
  }
}

/** Returns whether a scan ends as sequential ones do (ISO/IEC 10918-1, B.2.3); strict decoders refuse others. */
function isWholeScan(view: DataView, end: number): boolean {
  return view.getUint16(end - 3) === 63 && view.getUint8(end - 1) === 0;
}

/** Throws for a missing end marker. Bytes after it are fine: phones store a video there. */
function requireEndOfImage(view: DataView, from: number): void {
  for (let at = view.byteLength - 2; at >= from; at--) {
    if (view.getUint16(at) === 0xff00 + END_OF_IMAGE) return;
  }
  throw unreadable();
}
