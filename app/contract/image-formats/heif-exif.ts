import { unreadable } from "../image-errors";
import { boxes, child } from "./heif";
import { fourLetters } from "./outline";

/** Reads one number after the other. */
class Reader {
  constructor(
    private readonly view: DataView,
    public at: number,
  ) {}

  /** Reads a number of 0, 1, 2, 4 or 8 bytes. */
  next(bytes: number): number {
    let value = 0;
    for (let byte = 0; byte < bytes; byte++) value = value * 256 + this.view.getUint8(this.at++);
    return value;
  }
}

/** Returns the id of the first item with EXIF (ISO/IEC 14496-12, 8.11.6); null without any. */
function exifItem(view: DataView, from: number, to: number): number | null {
  const list = child(view, from, to, "iinf");
  const entries = list.start + (view.getUint8(list.start) === 0 ? 6 : 8);
  for (const { name, start } of boxes(view, entries, list.end)) {
    if (name !== "infe") continue;
    const version = view.getUint8(start);
    const idBytes = version === 2 ? 2 : 4;
    const type = start + 4 + idBytes + 2;
    if (version >= 2 && fourLetters(view, type) === "Exif") return new Reader(view, start + 4).next(idBytes);
  }
  return null;
}

/** Returns where an item's content is in the file (8.11.3); null for an item that is not there in one piece. */
function extentOf(
  view: DataView,
  from: number,
  to: number,
  item: number,
): { start: number; end: number } | null {
  const box = child(view, from, to, "iloc");
  const version = view.getUint8(box.start);
  const sizes = view.getUint16(box.start + 4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version === 2 ? 4 : 2;
  const reader = new Reader(view, box.start + 6);
  for (let left = reader.next(idBytes); left > 0; left--) {
    const id = reader.next(idBytes);
    const method = version === 0 ? 0 : reader.next(2) & 15;
    reader.next(2);
    const base = reader.next(baseBytes);
    const extents = reader.next(2);
    let extent: { start: number; end: number } | null = null;
    for (let nth = 0; nth < extents; nth++) {
      reader.next(indexBytes);
      const start = base + reader.next(offsetBytes);
      extent = { start, end: start + reader.next(lengthBytes) };
    }
    if (id === item) return method === 0 && extents === 1 ? extent : null;
  }
  return null;
}

/**
 * Returns where the TIFF structure with the EXIF tags of a HEIC photo is (ISO/IEC 23008-12, annex A); null without any.
 * @throws AppError `unsupported_media` when the file is damaged; RangeError past the end
 */
export function heifExif(view: DataView): { start: number; end: number } | null {
  const meta = child(view, 0, view.byteLength, "meta");
  const item = exifItem(view, meta.start + 4, meta.end);
  const extent = item === null ? null : extentOf(view, meta.start + 4, meta.end, item);
  if (!extent) return null;
  const start = extent.start + 4 + view.getUint32(extent.start);
  if (start > extent.end || extent.end > view.byteLength) throw unreadable();
  return { start, end: extent.end };
}
