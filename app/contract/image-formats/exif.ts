import type { ExifBlock, Orientation } from "./outline";

const LITTLE_ENDIAN = 0x4949;
const BIG_ENDIAN = 0x4d4d;
const TIFF_MAGIC = 42;
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const LONG = 4;
const ENTRY_BYTES = 12;

interface Entry {
  at: number;
  littleEndian: boolean;
}

/**
 * Returns the orientation entries of the first directory (TIFF 6.0 section 2; EXIF 2.32 4.6.4). Later directories are
 * about the thumbnail. A damaged structure returns none: decoders ignore it too.
 */
function orientationEntries(view: DataView, { start, end }: ExifBlock): Entry[] {
  const order = end - start >= 8 ? view.getUint16(start) : 0;
  if (order !== LITTLE_ENDIAN && order !== BIG_ENDIAN) return [];
  const littleEndian = order === LITTLE_ENDIAN;
  if (view.getUint16(start + 2, littleEndian) !== TIFF_MAGIC) return [];
  const directory = start + view.getUint32(start + 4, littleEndian);
  if (directory + 2 > end) return [];
  const count = view.getUint16(directory, littleEndian);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > end) break;
    if (view.getUint16(at, littleEndian) === ORIENTATION_TAG) entries.push({ at, littleEndian });
  }
  return entries;
}

function isOrientation(value: number): value is Orientation {
  return Number.isInteger(value) && value >= 1 && value <= 8;
}

function orientationValues(view: DataView, blocks: ExifBlock[]): number[] {
  return blocks
    .flatMap((block) => orientationEntries(view, block))
    .map(({ at, littleEndian }) => {
      const type = view.getUint16(at + 2, littleEndian);
      if (type === SHORT) return view.getUint16(at + 8, littleEndian);
      return type === LONG ? view.getUint32(at + 8, littleEndian) : 0;
    });
}

/** Returns the first orientation in the EXIF blocks of an image; 1 when there is none. */
export function readOrientation(view: DataView, blocks: ExifBlock[]): Orientation {
  return orientationValues(view, blocks).find(isOrientation) ?? 1;
}

/** Returns whether no entry could make a decoder rotate the image. */
export function isUpright(view: DataView, blocks: ExifBlock[]): boolean {
  return orientationValues(view, blocks).every((value) => value === 1);
}

/** Sets every orientation entry of a block to upright, in the type that it was written in. */
export function writeUpright(view: DataView, block: ExifBlock): void {
  for (const { at, littleEndian } of orientationEntries(view, block)) {
    view.setUint16(at + 2, SHORT, littleEndian);
    view.setUint32(at + 4, 1, littleEndian);
    view.setUint16(at + 8, 1, littleEndian);
    view.setUint16(at + 10, 0, littleEndian);
  }
}
