import type { Size } from "~/ui/crop";
import type { Edits } from "./edits";
import { scaledSize } from "./geometry";
import { createPen, releaseCanvas } from "./pen";
import type { Drawing } from "./renderer";
import { type Source, storedSizeOf } from "./source";

/** Cells of the grain along the longer side of a photo. */
const GRAIN_CELLS = 1400;
/** Longest side of the layer; the grain of a larger original is scaled up. In pixels. */
const LAYER_SIDE = 2048;

/**
 * Creates the grain of drawings, in their size. It is computed in the size of the stored photo and scaled, so that the
 * preview is as coarse as the result.
 */
export function createGrainLayer(source: Source) {
  let stored = { key: "", canvas: null as HTMLCanvasElement | null };
  let drawn = stored;
  return {
    /** Returns the grain of a drawing; null without grain. */
    draw: (edits: Edits, { size, part }: Drawing): HTMLCanvasElement | null => {
      if (edits.adjustments.grain === 0) return null;
      const result = storedSizeOf(source, edits);
      const own = scaledSize(result, Math.min(1, LAYER_SIDE / Math.max(result.width, result.height)));
      const storedKey = JSON.stringify(own);
      if (stored.key !== storedKey) {
        release(stored.canvas);
        stored = { key: storedKey, canvas: grainOf(own) };
      }
      const key = JSON.stringify([own, size, part]);
      if (drawn.key === key) return drawn.canvas;
      const pen = stored.canvas && createPen(size);
      if (!pen || !stored.canvas) return null;
      const [x, y] = [part.x * own.width, part.y * own.height];
      const [width, height] = [part.width * own.width, part.height * own.height];
      // See render-canvas.ts.
      if (width < 0.9 * size.width) pen.imageSmoothingQuality = "low";
      pen.drawImage(stored.canvas, x, y, width, height, 0, 0, size.width, size.height);
      release(drawn.canvas);
      drawn = { key, canvas: pen.canvas };
      return drawn.canvas;
    },
    dispose: () => {
      release(stored.canvas);
      release(drawn.canvas);
    },
  };
}

function release(canvas: HTMLCanvasElement | null): void {
  if (canvas) releaseCanvas(canvas);
}

/** Returns a canvas of gray noise around 128. The same size always has the same noise. */
function grainOf(stored: Size): HTMLCanvasElement | null {
  const scale = GRAIN_CELLS / Math.max(stored.width, stored.height);
  const size = {
    width: Math.max(1, Math.ceil(stored.width * scale)),
    height: Math.max(1, Math.ceil(stored.height * scale)),
  };
  const cells = createPen(size);
  const grain = createPen(stored);
  if (!cells || !grain) return null;
  const noise = cells.createImageData(size.width, size.height);
  fillWithNoise(noise.data, size.width);
  cells.putImageData(noise, 0, 0);
  grain.drawImage(cells.canvas, 0, 0, stored.width, stored.height);
  releaseCanvas(cells.canvas);
  return grain.canvas;
}

function fillWithNoise(pixels: Uint8ClampedArray, width: number): void {
  for (let at = 0, n = 0; at < pixels.length; at += 4, n++) {
    const gray = noiseAt(n % width, Math.floor(n / width)) * 255;
    pixels[at] = gray;
    pixels[at + 1] = gray;
    pixels[at + 2] = gray;
    pixels[at + 3] = 255;
  }
}

/** Returns a number from 0 to 1 that looks random, the same one for the same cell. */
function noiseAt(x: number, y: number): number {
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 8) / 0xffffff;
}
