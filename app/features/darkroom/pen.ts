import type { Size } from "~/ui/crop";

/** Returns the context of a new canvas; null where the browser has no canvas, or no room for one of this size. */
export function createPen(
  { width, height }: Size,
  settings?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D | null {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d", settings);
  if (pen) pen.imageSmoothingQuality = "high";
  return pen;
}

/** Frees the pixels of a canvas that is no longer used: browsers collect them late. */
export function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Frees the memory of pixels that were read, which are empty from then on: browsers collect it late. */
export function releasePixels(pixels: Uint8ClampedArray<ArrayBuffer>): void {
  const { port1, port2 } = new MessageChannel();
  // A transfer takes the memory away; nobody receives it.
  port1.postMessage(null, [pixels.buffer]);
  port1.close();
  port2.close();
}
