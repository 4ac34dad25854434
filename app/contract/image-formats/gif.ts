import { unreadable } from "../image-errors";
import type { Outline } from "./outline";

const HEAD_BYTES = 13;
const EXTENSION = 0x21;
const FRAME = 0x2c;
const FRAME_HEAD_BYTES = 10;

/** Returns the size in bytes of the colour table that a packed field announces (GIF89a 18 and 20). */
const tableBytes = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/**
 * Reads the size from the blocks. Decoders enlarge the screen for a frame that does not fit, so frames count too.
 * @throws AppError `unsupported_media` without a complete frame; RangeError past the end
 */
export function outlineGif(view: DataView): Outline {
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  let at = HEAD_BYTES + tableBytes(view.getUint8(10));
  let frames = 0;
  while (at < view.byteLength) {
    const block = view.getUint8(at);
    if (block === EXTENSION) {
      at = endOfSubBlocks(view, at + 2);
    } else if (block === FRAME) {
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      // One byte after the table is the code size.
      at = endOfSubBlocks(view, at + FRAME_HEAD_BYTES + tableBytes(view.getUint8(at + 9)) + 1);
      frames += 1;
    } else {
      // The trailer. Decoders stop at other unknown bytes here too.
      break;
    }
  }
  if (frames === 0) throw unreadable();
  return { width, height, exif: [], isAnimated: frames > 1 };
}

function endOfSubBlocks(view: DataView, start: number): number {
  let at = start;
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length;
  return at + 1;
}
