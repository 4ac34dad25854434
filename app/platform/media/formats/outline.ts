import { unreadable } from "../refusals";

/** EXIF's `Orientation`: 1 is upright, 6 is "turn me a quarter clockwise", even-odd pairs are mirrored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** A TIFF structure with EXIF tags inside a picture file: offsets of its header and behind its last byte. */
export interface ExifBlock {
  start: number;
  end: number;
  /** PNG only: where the CRC-32 over `from`…`end` is kept. */
  checksum?: { from: number; at: number };
}

/** A file has one, or two where a program was careless; a million would fill a Worker's memory. */
const MAX_EXIF_BLOCKS = 16;

/** @throws AppError `unsupported_media` for a file with an absurd number of them */
export function addExifBlock(blocks: ExifBlock[], block: ExifBlock): void {
  if (blocks.length === MAX_EXIF_BLOCKS) throw unreadable();
  blocks.push(block);
}

/** What a picture file says about itself before anything is decoded. Sizes in pixels. */
export interface Outline {
  width: number;
  height: number;
  exif: ExifBlock[];
}

/** The four letters at an offset: the name of a PNG chunk, a RIFF chunk or an ISO box. */
export function fourLetters(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}
