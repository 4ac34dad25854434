import type { Adjustments, CurvePoint } from "./edits";

/**
 * Returns the brightness, from 0 to 1, that each byte of a channel becomes by the adjustments of the tones. Black and
 * white stay unless whites, blacks or the curve move them. Both renderers read this table.
 */
export function toneTable(adjustments: Adjustments): Float32Array {
  const curve = curveOf(adjustments.curve);
  const light = 2 ** (-adjustments.light / 100);
  const [contrast, highlights, shadows, whites, blacks] = [
    adjustments.contrast / 100,
    adjustments.highlights / 100,
    adjustments.shadows / 100,
    adjustments.whites / 100,
    adjustments.blacks / 100,
  ];
  return Float32Array.from({ length: 256 }, (_, byte) => {
    let value = (byte / 255) ** light;
    // The factors are the largest with which the tones keep their order.
    value += 0.3 * whites * value ** 3 + 0.3 * blacks * (1 - value) ** 3;
    value = clamp(value);
    value += 0.94 * (highlights * value ** 2 * (1 - value) + shadows * value * (1 - value) ** 2);
    return curve(withContrast(clamp(value), contrast));
  });
}

/** Applies an S-curve, or less contrast. */
function withContrast(value: number, contrast: number): number {
  const curve = value * value * (3 - 2 * value);
  return contrast >= 0 ? value + (curve - value) * contrast : value + (0.5 - value) * -contrast * 0.6;
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

/**
 * Returns the curve through the points, from 0..1 to 0..1: cubic between them and level beyond them. It never
 * overshoots (Fritsch and Carlson, https://doi.org/10.1137/0717021).
 */
export function curveOf(points: readonly CurvePoint[]): (value: number) => number {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return (value) => value;
  const xs = points.map(([x]) => x / 255);
  const ys = points.map(([, y]) => y / 255);
  const slopes = tangents(xs, ys);
  return (value) => {
    if (value <= first[0] / 255) return first[1] / 255;
    const next = xs.findIndex((x) => x > value);
    if (next < 0) return last[1] / 255;
    const [x0 = 0, x1 = 1] = [xs[next - 1], xs[next]];
    const [y0 = 0, y1 = 1] = [ys[next - 1], ys[next]];
    const [m0 = 0, m1 = 0] = [slopes[next - 1], slopes[next]];
    const step = x1 - x0;
    const t = (value - x0) / step;
    const [t2, t3] = [t * t, t * t * t];
    return clamp(
      (2 * t3 - 3 * t2 + 1) * y0 +
        (t3 - 2 * t2 + t) * step * m0 +
        (3 * t2 - 2 * t3) * y1 +
        (t3 - t2) * step * m1,
    );
  };
}

/** Returns the slope of the curve at each point. */
function tangents(xs: readonly number[], ys: readonly number[]): number[] {
  const secants = xs.slice(1).map((x, at) => ((ys[at + 1] ?? 0) - (ys[at] ?? 0)) / (x - (xs[at] ?? 0)));
  return xs.map((_, at) => {
    const before = secants[at - 1] ?? secants[at] ?? 0;
    const after = secants[at] ?? before;
    if (before * after <= 0) return 0;
    // Below three times the smaller secant, the curve stays between its points.
    const mean = (before + after) / 2;
    const least = 3 * Math.min(Math.abs(before), Math.abs(after));
    return Math.sign(mean) * Math.min(Math.abs(mean), least);
  });
}
