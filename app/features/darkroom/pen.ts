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
