import { gaussianBlur } from "./blur";
import { free } from "./free";
import { clamp, mix } from "./interpolation";

const BINS = 256;
/** How much commoner than the average a tone may count: without it the grain of an even wall becomes a pattern. */
const CLIP_LIMIT = 2.4;

function mapInPlace(plane: Float32Array, change: (value: number, at: number) => number): Float32Array {
  for (let at = 0; at < plane.length; at += 1) plane[at] = change(plane[at] ?? 0, at);
  return plane;
}

/** Spreads tones towards being equally common, in place; `amount` 0 leaves the plane as it is. */
export function equaliseHistogram(plane: Float32Array, amount: number): Float32Array {
  const counts = new Float32Array(BINS);
  for (const value of plane) {
    const bin = Math.floor(clamp(value) * (BINS - 1));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = (plane.length / BINS) * CLIP_LIMIT;
  const held = counts.map((count) => Math.min(count, most) + most * 0.05);
  const total = held.reduce((sum, count) => sum + count, 0);
  const shares = new Float32Array(BINS + 1);
  for (let bin = 0; bin < BINS; bin += 1) shares[bin + 1] = (shares[bin] ?? 0) + (held[bin] ?? 0) / total;
  return mapInPlace(plane, (value) => {
    const place = clamp(value) * (BINS - 1);
    const bin = Math.floor(place);
    return mix(value, mix(shares[bin] ?? 0, shares[bin + 1] ?? 1, place - bin), amount);
  });
}

/** The brightness below and above which a share of the pixels lies: what black and white are in this picture. */
export function tonalRange(plane: Float32Array, share: number): { dark: number; bright: number } {
  const step = Math.max(1, Math.floor(plane.length / 20_000));
  const sorted = plane.filter((_, at) => at % step === 0).sort();
  const dark = sorted[Math.floor(sorted.length * share)] ?? 0;
  const bright = sorted[Math.floor(sorted.length * (1 - share))] ?? 1;
  return bright - dark > 0.05 ? { dark, bright } : { dark: 0, bright: 1 };
}

/** Stretches a plane so that its ends become 0 and 1, in place. */
export function stretchLevels(plane: Float32Array, share = 0.01): Float32Array {
  const { dark, bright } = tonalRange(plane, share);
  return mapInPlace(plane, (value) => clamp((value - dark) / (bright - dark)));
}

/**
 * Lifts dark regions and lowers bright ones, what is drawn inside them kept: so that a dark face has its features in a
 * style of few tones, as a pale one has. In place.
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
