import type { Orientation } from "~/contract/image-formats/outline";
import { encodePhoto } from "./encode-photo";
import type { InspectedFile } from "./inspect-file.client";
import { PhotoError, unreadable } from "./photo-problems";

/** The transforms that make each EXIF orientation upright, of an image whose upright size is `width` × `height`. */
const transforms: Record<Orientation, (width: number, height: number) => DOMMatrix2DInit> = {
  1: () => ({}),
  2: (e) => ({ a: -1, e }),
  3: (e, f) => ({ a: -1, d: -1, e, f }),
  4: (_, f) => ({ d: -1, f }),
  5: () => ({ a: 0, b: 1, c: 1, d: 0 }),
  6: (e) => ({ a: 0, b: 1, c: -1, d: 0, e }),
  7: (e, f) => ({ a: 0, b: -1, c: -1, d: 0, e, f }),
  8: (_, f) => ({ a: 0, b: -1, c: 1, d: 0, f }),
};

/** Re-encodes a bitmap upright, at a scale. @throws PhotoError */
export async function redraw(
  bitmap: ImageBitmap,
  facts: InspectedFile | null,
  scale: number,
  maxBytes: number,
): Promise<Blob> {
  const blob = await encodePhoto(upright(bitmap, facts, scale), maxBytes, facts?.type === "image/jpeg");
  if (!blob) throw new PhotoError(unreadable);
  return blob;
}

/** Draws a bitmap upright, at a scale. @throws PhotoError */
export function upright(bitmap: ImageBitmap, facts: InspectedFile | null, scale = 1): HTMLCanvasElement {
  // Rounded down, so that the server need not scale it again.
  const width = Math.max(1, Math.floor(bitmap.width * scale));
  const height = Math.max(1, Math.floor(bitmap.height * scale));
  const orientation = facts?.orientation ?? 1;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = orientation >= 5 ? [height, width] : [width, height];
  const context = canvas.getContext("2d");
  if (!context) throw new PhotoError(unreadable);
  context.imageSmoothingQuality = "high";
  context.setTransform(transforms[orientation](canvas.width, canvas.height));
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}
