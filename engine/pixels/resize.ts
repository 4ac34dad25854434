import { free } from "./free";
import { clamp } from "./interpolation";
import { createRaster, planesOf, type Raster } from "./raster";

interface Tap {
  readonly first: number;
  readonly weights: readonly number[];
}

/** Catmull-Rom kernel; stretched by the scale when shrinking, which antialiases. */
function kernel(distance: number): number {
  const x = Math.abs(distance);
  if (x < 1) return 1.5 * x ** 3 - 2.5 * x ** 2 + 1;
  if (x < 2) return -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2;
  return 0;
}

function tapsOf(from: number, to: number): Tap[] {
  const scale = from / to;
  const stretch = Math.max(1, scale);
  return Array.from({ length: to }, (_, index) => {
    const centre = (index + 0.5) * scale - 0.5;
    const first = Math.max(0, Math.ceil(centre - 2 * stretch));
    const last = Math.min(from - 1, Math.floor(centre + 2 * stretch));
    const weights = Array.from({ length: last - first + 1 }, (_, step) =>
      kernel((first + step - centre) / stretch),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { first, weights: weights.map((weight) => weight / total) };
  });
}

function resizePlane(
  plane: Float32Array,
  width: number,
  height: number,
  columns: Tap[],
  rows: Tap[],
  resizedRows: Float32Array,
) {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < columns.length; x += 1) {
      const tap = columns[x];
      if (!tap) continue;
      let sum = 0;
      const start = y * width + tap.first;
      for (let step = 0; step < tap.weights.length; step += 1) {
        sum += (plane[start + step] ?? 0) * (tap.weights[step] ?? 0);
      }
      resizedRows[y * columns.length + x] = sum;
    }
  }
  const target = new Float32Array(columns.length * rows.length);
  for (let y = 0; y < rows.length; y += 1) {
    const tap = rows[y];
    if (!tap) continue;
    const row = y * columns.length;
    for (let step = 0; step < tap.weights.length; step += 1) {
      const weight = tap.weights[step] ?? 0;
      const from = (tap.first + step) * columns.length;
      for (let x = 0; x < columns.length; x += 1) {
        target[row + x] = (target[row + x] ?? 0) + (resizedRows[from + x] ?? 0) * weight;
      }
    }
  }
  // The kernel overshoots at hard edges, and a root of a negative value is no number.
  for (let at = 0; at < target.length; at += 1) target[at] = clamp(target[at] ?? 0);
  return target;
}

/** Resizes by separable Catmull-Rom filtering. Returns the same raster when the size is unchanged. */
export function resize(raster: Raster, width: number, height: number): Raster {
  if (raster.width === width && raster.height === height) return raster;
  const columns = tapsOf(raster.width, width);
  const rows = tapsOf(raster.height, height);
  const resizedRows = new Float32Array(columns.length * raster.height);
  const [red, green, blue] = planesOf(raster).map((plane) =>
    resizePlane(plane, raster.width, raster.height, columns, rows, resizedRows),
  );
  free(resizedRows);
  const none = new Float32Array(0);
  return { width, height, red: red ?? none, green: green ?? none, blue: blue ?? none };
}

/** Resizes one plane as `resize` does. */
export function resizePlaneTo(plane: Float32Array, from: Size, to: Size): Float32Array {
  const columns = tapsOf(from.width, to.width);
  const resizedRows = new Float32Array(columns.length * from.height);
  const target = resizePlane(
    plane,
    from.width,
    from.height,
    columns,
    tapsOf(from.height, to.height),
    resizedRows,
  );
  free(resizedRows);
  return target;
}

/** Nearest-neighbour resize. */
export function resizeNearest(raster: Raster, width: number, height: number): Raster {
  const target = createRaster(width, height);
  const planes = planesOf(raster);
  planesOf(target).forEach((plane, index) => {
    const source = planes[index];
    for (let y = 0, at = 0; y < height; y += 1) {
      const row = Math.floor(((y + 0.5) * raster.height) / height) * raster.width;
      for (let x = 0; x < width; x += 1, at += 1) {
        plane[at] = source?.[row + Math.floor(((x + 0.5) * raster.width) / width)] ?? 0;
      }
    }
  });
  return target;
}

export interface Size {
  width: number;
  height: number;
}

/**
 * Returns the size that fits into a square of `side` pixels, with the same proportions; never larger than the given
 * one.
 */
export function fitWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns the raster shrunk to fit into a square of `side` pixels. */
export function shrinkTo(raster: Raster, side: number): Raster {
  const { width, height } = fitWithin(raster, side);
  return resize(raster, width, height);
}
