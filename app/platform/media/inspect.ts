import { crc32 } from "node:zlib";
import { unreadable } from "~/contract/image-errors";
import { isUpright, writeUpright } from "~/contract/image-formats/exif";
import { inspectPhoto, outlineOf, viewOf } from "~/contract/inspect-photo";

/**
 * Returns the image with its EXIF orientation (JPEG, PNG, WebP) set to upright; the same bytes when it has none. Cloudflare
 * Images applies the tag and the local binding does not. Without the tag, both apply exactly the requested rotation.
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

/** Returns width and height in pixels of a WebP file. */
export function webpSize(bytes: Uint8Array): { width: number; height: number } {
  const { type, width, height } = inspectPhoto(bytes);
  if (type !== "image/webp") throw unreadable();
  return { width, height };
}
