import { unreadable } from "../image-errors";
import { fourLetters, type Outline } from "./outline";

interface Box {
  name: string;
  /** Offsets of the content and of its end. */
  start: number;
  end: number;
}

/** Yields the boxes between two offsets (ISO/IEC 14496-12 4.2). Each is at least as long as its head: the loop ends. */
export function* boxes(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const short = view.getUint32(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 0 ? to - at : short === 1 ? Number(view.getBigUint64(at + 8)) : short;
    const end = at + size;
    if (size < head || end > to) throw unreadable();
    yield { name: fourLetters(view, at + 4), start: at + head, end };
    at = end;
  }
}

/** Returns a box of a name. @throws AppError `unsupported_media` without any */
export function child(view: DataView, from: number, to: number, name: string): Box {
  for (const box of boxes(view, from, to)) if (box.name === name) return box;
  throw unreadable();
}

/** No encoder writes more than a dozen brands of four bytes. */
const MAX_FTYP_BYTES = 512;

/**
 * Returns whether the brands of a file are those of HEIC (ISO/IEC 23008-12 annex B), and not of AVIF (AVIF 1.1 section
 * 6) or a video.
 */
export function isHeic(view: DataView): boolean {
  const end = view.getUint32(0);
  if (end < 16 || end > Math.min(view.byteLength, MAX_FTYP_BYTES)) return false;
  const brands = new Set<string>();
  // The fourth word is the minor version, not a brand.
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.add(fourLetters(view, at));
  // Files of both types can have the brands of their container, mif1 and msf1.
  if (brands.has("avif") || brands.has("avis")) return false;
  return ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].some((one) => brands.has(one));
}

/**
 * Returns the size of the largest image in the file: the whole one, because tiles and thumbnails are smaller. Decoders
 * apply a rotation of this format (`irot`), unlike EXIF, so the size is that after it. Phones write the same rotation
 * for every image in a file.
 * @throws AppError `unsupported_media` when truncated; RangeError past the end
 */
export function outlineHeif(view: DataView): Outline {
  let meta: Box | undefined;
  let hasPixels = false;
  // Reads to the end, to detect a truncated file.
  for (const box of boxes(view, 0, view.byteLength)) {
    if (box.name === "meta") meta ??= box;
    if (box.name === "mdat") hasPixels = true;
  }
  if (!meta || !hasPixels) throw unreadable();
  const properties = child(view, meta.start + 4, meta.end, "iprp");
  const container = child(view, properties.start, properties.end, "ipco");
  let width = 0;
  let height = 0;
  let turned = false;
  for (const { name, start } of boxes(view, container.start, container.end)) {
    if (name === "ispe") {
      const [w, h] = [view.getUint32(start + 4), view.getUint32(start + 8)];
      if (w * h > width * height) [width, height] = [w, h];
    }
    if (name === "irot") turned = view.getUint8(start) % 2 === 1;
  }
  return turned ? { width: height, height: width, exif: [] } : { width, height, exif: [] };
}
