import { unreadable } from "../image-errors";
import { addExifBlock, type ExifBlock, fourLetters, type Outline } from "./outline";

const SIGNATURE_BYTES = 8;
/** Bytes of length and name before a chunk's content; a CRC-32 follows the content. */
const CHUNK_HEAD = 8;
const CHUNK_TAIL = 4;
const COLOURS = ["gAMA", "sRGB", "iCCP", "cICP"];

/**
 * Reads all chunks, because EXIF can follow the pixels (PNG third edition, 11.3.4.4).
 * @throws AppError `unsupported_media` when truncated; RangeError past the end
 */
export function outlinePng(view: DataView): Outline {
  const exif: ExifBlock[] = [];
  let size: { width: number; height: number } | undefined;
  let isAnimated = false;
  const colours = new Set<string>();
  let at = SIGNATURE_BYTES;
  for (;;) {
    const start = at + CHUNK_HEAD;
    const end = start + view.getUint32(at);
    const name = fourLetters(view, at + 4);
    if (end + CHUNK_TAIL > view.byteLength) throw unreadable();
    if (!size) {
      // The header is first, except in Apple's "CgBI" variant, which the decoders do not support.
      if (name !== "IHDR" || end - start !== 13) throw unreadable();
      size = { width: view.getUint32(start), height: view.getUint32(start + 4) };
    }
    if (name === "eXIf") addExifBlock(exif, { start, end, checksum: { from: at + 4, at: end } });
    if (name === "acTL") isAnimated = true;
    if (COLOURS.includes(name)) colours.add(name);
    if (name === "IEND") return { ...size, exif, isAnimated, isOdd: isOdd(colours) };
    at = end + CHUNK_TAIL;
  }
}

/** Returns whether decoders differ: some ignore a gamma alone and code points (PNG third edition, 4.3). */
function isOdd(colours: Set<string>): boolean {
  return colours.has("cICP") || (colours.has("gAMA") && !colours.has("sRGB") && !colours.has("iCCP"));
}
