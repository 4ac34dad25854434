import type { CurvePoint } from "./edits";
import { CURVE_POINTS_MAX } from "./stored-edits";
import { curveOf } from "./tones";

/** The curve that changes nothing, as points to begin with. */
export const straightCurve: readonly CurvePoint[] = [
  [0, 0],
  [255, 255],
];

/** Returns the points, or none when they change nothing. */
export function storedCurve(points: readonly CurvePoint[]): readonly CurvePoint[] {
  const isStraight = points.length === 2 && points.every(([input, output]) => input === output);
  return isStraight && points[0]?.[0] === 0 && points[1]?.[0] === 255 ? [] : points;
}

/** Returns the points with one moved: between its neighbours, and the ends within the chart. */
export function withMovedPoint(
  points: readonly CurvePoint[],
  index: number,
  input: number,
  output: number,
): readonly CurvePoint[] {
  const least = (points[index - 1]?.[0] ?? -1) + 1;
  const most = (points[index + 1]?.[0] ?? 256) - 1;
  const moved = [clamp(input, least, most), clamp(output, 0, 255)] as const;
  return points.map((point, at) => (at === index ? moved : point));
}

/** Returns the points with one more on the curve at an input, and its index; null where there is no room. */
export function withNewPoint(
  points: readonly CurvePoint[],
  input: number,
): { points: readonly CurvePoint[]; index: number } | null {
  const isTaken = points.some(([own]) => Math.abs(own - input) < 4);
  if (points.length >= CURVE_POINTS_MAX || isTaken) return null;
  const at = points.findIndex(([own]) => own > input);
  const index = at < 0 ? points.length : at;
  const point = [Math.round(input), Math.round(curveOf(points)(input / 255) * 255)] as const;
  return { points: [...points.slice(0, index), point, ...points.slice(index)], index };
}

/** Returns the input in the middle of the widest gap between points. */
export function widestGap(points: readonly CurvePoint[]): number {
  const gaps = points.slice(1).map(([input], at) => {
    const before = points[at]?.[0] ?? 0;
    return { width: input - before, middle: (input + before) / 2 };
  });
  return gaps.reduce((widest, gap) => (gap.width > widest.width ? gap : widest), { width: 0, middle: 128 })
    .middle;
}

/** Returns the points without one. The two ends stay. */
export function withoutPoint(points: readonly CurvePoint[], index: number): readonly CurvePoint[] {
  if (index <= 0 || index >= points.length - 1) return points;
  return points.filter((_, at) => at !== index);
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most));
}
