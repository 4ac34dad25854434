import { unreadable } from "../image-errors";

/** The `Orientation` tag of EXIF: 1 is upright, 6 needs a quarter turn clockwise; 2, 4, 5 and 7 are mirrored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** A TIFF structure with EXIF tags in an image file: offsets of its header and of its end. */
export interface ExifBlock {
  start: number;
  end: number;
  /** PNG only: the offset `at` of the CRC-32 over `from`…`end`. */
  checksum?: { from: number; at: number };
}

/** A file has one block, rarely two; a crafted one could have enough to fill a Worker's memory. */
const MAX_EXIF_BLOCKS = 16;

/** Adds a block. @throws AppError `unsupported_media` beyond MAX_EXIF_BLOCKS */
export function addExifBlock(blocks: ExifBlock[], block: ExifBlock): void {
  if (blocks.length === MAX_EXIF_BLOCKS) throw unreadable();
  blocks.push(block);
}

/** The facts in the headers of an image file. Sizes in pixels. */
export interface Outline {
  width: number;
  height: number;
  exif: ExifBlock[];
  /** Whether it has several frames, of which only the first is kept. */
  isAnimated?: boolean;
  /** Whether decoders read it in different ways, or some not at all: the browser encodes what it shows. */
  isOdd?: boolean;
}

/** Returns the four letters at an offset: the name of a PNG chunk, a RIFF chunk or an ISO box. */
export function fourLetters(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}
