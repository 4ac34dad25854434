import { decoded, inspected } from "~/features/photo/decode-photo";
import { upright } from "~/features/photo/redraw-photo";
import type { Size } from "~/ui/crop";
import { toDetails } from "./details";
import type { Edits } from "./edits";
import { scaledSize, storedSize } from "./geometry";
import { createPen, releaseCanvas, releasePixels } from "./pen";

/** Longest side of the layer of details, in pixels: that of most stored photos. */
const DETAILS_SIDE = 2048;

/** An image that a canvas can draw. */
export type Pixels = ImageBitmap | HTMLCanvasElement;

/** The photo that renderers draw. */
export interface Source {
  /** The photo's own size; `photo` may have fewer pixels. */
  natural: Size;
  /** Whether the server stores the photo as large as it is sent. */
  keepsOriginal: boolean;
  /** Whether its file has no transparency; false where that is not known. */
  isOpaque: boolean;
  /** The pixels of the photo, upright and in sRGB. */
  photo: Pixels;
  /** Returns a canvas of the photo's details (details.ts). It is made on the first call. */
  details: () => HTMLCanvasElement | null;
  /** Frees the pixels of the photo. */
  close: () => void;
}

/**
 * Opens a photo's file, decoded to a bitmap: browsers keep two decoded copies of an image element that is drawn.
 * @throws PhotoError when the browser cannot read it
 */
export async function openSource(file: Blob, keepsOriginal = false): Promise<Source> {
  const facts = await inspected(file);
  const bitmap = await decoded(file, facts);
  const isTurned = facts !== null && facts.orientation !== 1;
  const photo = isTurned ? upright(bitmap, facts) : bitmap;
  if (isTurned) bitmap.close();
  return {
    natural: { width: photo.width, height: photo.height },
    keepsOriginal,
    isOpaque: facts?.type === "image/jpeg",
    photo,
    details: once(() => createDetails(photo)),
    close: () => (photo instanceof HTMLCanvasElement ? releaseCanvas(photo) : photo.close()),
  };
}

/** Returns a source with fewer pixels, for small drawings. */
export function smallSource(source: Source, side: number): Source {
  const scale = Math.min(1, side / Math.max(source.natural.width, source.natural.height));
  const size = scaledSize(source.natural, scale);
  const small = (canvas: Pixels) => {
    const pen = createPen(size);
    pen?.drawImage(canvas, 0, 0, size.width, size.height);
    return pen?.canvas ?? null;
  };
  return {
    ...source,
    photo: small(source.photo) ?? source.photo,
    details: once(() => {
      const details = source.details();
      return details && small(details);
    }),
  };
}

/** Returns the size at which the photo is stored with these edits. */
export function storedSizeOf({ natural, keepsOriginal }: Source, edits: Edits): Size {
  return storedSize(natural, edits, keepsOriginal);
}

function createDetails(photo: Pixels): HTMLCanvasElement | null {
  const size = scaledSize(photo, Math.min(1, DETAILS_SIDE / Math.max(photo.width, photo.height)));
  const pen = createPen(size, { willReadFrequently: true });
  if (!pen) return null;
  pen.drawImage(photo, 0, 0, size.width, size.height);
  const pixels = pen.getImageData(0, 0, size.width, size.height);
  toDetails(pixels.data, size);
  pen.putImageData(pixels, 0, 0);
  releasePixels(pixels.data);
  return pen.canvas;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
