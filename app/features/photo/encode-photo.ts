import { variantScale } from "~/contract/variant-scale";

const QUALITY = 0.92;
/** Factor by which the sides of an image that is too large for an upload are scaled down, until it fits. */
const SHRINK = 0.75;

/** Rows that are read at a time. */
const ROWS = 256;

/**
 * Encodes a canvas for an upload of at most `maxBytes`: WebP, or where the browser cannot encode that (Safari), JPEG
 * if opaque and PNG if not. An opaque original is always JPEG: at 12 megapixels, WebP takes eight times as long, and
 * more bytes for a noisy photo. Returns null when the browser cannot encode it at all.
 * @param isKnownOpaque saves reading all pixels of an original
 */
export async function encodePhoto(
  canvas: HTMLCanvasElement,
  maxBytes: number,
  isKnownOpaque = false,
): Promise<Blob | null> {
  const blob = await encode(canvas, isKnownOpaque);
  if (!blob || blob.size <= maxBytes) return blob;
  const smaller = document.createElement("canvas");
  smaller.width = Math.max(1, Math.round(canvas.width * SHRINK));
  smaller.height = Math.max(1, Math.round(canvas.height * SHRINK));
  const context = smaller.getContext("2d");
  if (!context || smaller.width === canvas.width) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(canvas, 0, 0, smaller.width, smaller.height);
  return encodePhoto(smaller, maxBytes, isKnownOpaque);
}

async function encode(canvas: HTMLCanvasElement, isKnownOpaque: boolean): Promise<Blob | null> {
  const isOriginal = variantScale(canvas, "full") < 1;
  if (isOriginal && (isKnownOpaque || isOpaque(canvas))) return toBlob(canvas, "image/jpeg");
  const blob = await toBlob(canvas, "image/webp");
  // A browser that does not know a type encodes PNG (MDN, HTMLCanvasElement.toBlob).
  if (!blob || blob.type === "image/webp" || !isOpaque(canvas)) return blob;
  return (await toBlob(canvas, "image/jpeg")) ?? blob;
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

function isOpaque(canvas: HTMLCanvasElement): boolean {
  const pen = canvas.getContext("2d");
  if (!pen) return false;
  for (let y = 0; y < canvas.height; y += ROWS) {
    const { data } = pen.getImageData(0, y, canvas.width, Math.min(ROWS, canvas.height - y));
    for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  }
  return true;
}
