import { gaussianBlur } from "./blur";
import { free } from "./free";
import { clamp, mix } from "./interpolation";

const BINS = 256;
/** Histogram clip limit, as a multiple of the mean bin: without it, noise on an even surface becomes a pattern. */
const CLIP_LIMIT = 2.4;

function mapInPlace(plane: Float32Array, change: (value: number, at: number) => number): Float32Array {
  for (let at = 0; at < plane.length; at += 1) plane[at] = change(plane[at] ?? 0, at);
  return plane;
}

/** Clip-limited histogram equalisation, in place; `amount` 0 keeps the plane, 1 equalises fully. */
export function equaliseHistogram(plane: Float32Array, amount: number): Float32Array {
  const counts = new Float32Array(BINS);
  for (const value of plane) {
    const bin = Math.floor(clamp(value) * (BINS - 1));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const limit = (plane.length / BINS) * CLIP_LIMIT;
  const clipped = counts.map((count) => Math.min(count, limit) + limit * 0.05);
  const total = clipped.reduce((sum, count) => sum + count, 0);
  const shares = new Float32Array(BINS + 1);
  for (let bin = 0; bin < BINS; bin += 1) shares[bin + 1] = (shares[bin] ?? 0) + (clipped[bin] ?? 0) / total;
  return mapInPlace(plane, (value) => {
    const position = clamp(value) * (BINS - 1);
    const bin = Math.floor(position);
    return mix(value, mix(shares[bin] ?? 0, shares[bin + 1] ?? 1, position - bin), amount);
  });
}

/**
 * Returns the values below and above which a share of the pixels lies (the black and white point), or 0 and 1 for a
 * plane without contrast.
 */
export function tonalRange(plane: Float32Array, share: number): { dark: number; bright: number } {
  const step = Math.max(1, Math.floor(plane.length / 20_000));
  const sorted = plane.filter((_, at) => at % step === 0).sort();
  const dark = sorted[Math.floor(sorted.length * share)] ?? 0;
  const bright = sorted[Math.floor(sorted.length * (1 - share))] ?? 1;
  return bright - dark > 0.05 ? { dark, bright } : { dark: 0, bright: 1 };
}

/** The lightest black point: a bright colour stays bright, also in front of white. */
const MAX_BLACK = 0.3;

/** Stretches the plane's tonal range to [0, 1], in place. */
export function stretchLevels(plane: Float32Array, share = 0.01): Float32Array {
  const range = tonalRange(plane, share);
  const { dark, bright } = { ...range, dark: Math.min(range.dark, MAX_BLACK) };
  return mapInPlace(plane, (value) => clamp((value - dark) / (bright - dark)));
}

/**
 * Evens out the lighting, in place: adds (0.52 − local mean) × amount. Local detail stays, so that a dark face keeps
 * its features in a style with few tones.
 */
export function flattenLighting(
  plane: Float32Array,
  width: number,
  height: number,
  amount: number,
): Float32Array {
  const around = gaussianBlur(plane, width, height, Math.max(2, Math.max(width, height) / 11));
  mapInPlace(plane, (value, at) => clamp(value + (0.52 - (around[at] ?? value)) * amount));
  free(around);
  return plane;
}
