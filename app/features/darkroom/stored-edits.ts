import { ZOOM_MAX } from "~/ui/crop";
import {
  type Adjustments,
  type CurvePoint,
  type Edits,
  noAdjustments,
  noEdits,
  type Shape,
  STRAIGHTEN_MAX,
  shapes,
} from "./edits";
import { tools } from "./tools";

/** Points that a tone curve has at most. */
export const CURVE_POINTS_MAX = 8;

/** The shapes' ids in drafts of earlier versions. */
const earlierShapes: Record<string, Shape> = {
  Original: "original",
  Square: "square",
  "4 : 5": "4:5",
  "3 : 2": "3:2",
  "16 : 9": "16:9",
};

/** Returns stored edits, with defaults for missing or invalid values: another version may have stored them. */
export function readEdits(stored: unknown): Edits {
  const { perspective, turns, mirrored, straighten, shape, crop, adjustments, look } = fieldsOf(stored);
  const { x, y } = fieldsOf(perspective);
  const { zoom, x: left, y: top } = fieldsOf(crop);
  const { id, strength } = fieldsOf(look);
  return {
    perspective: { x: numberIn(x, -100, 100, 0), y: numberIn(y, -100, 100, 0) },
    turns: Math.round(numberIn(turns, 0, 3, 0)),
    mirrored: mirrored === true,
    straighten: numberIn(straighten, -STRAIGHTEN_MAX, STRAIGHTEN_MAX, 0),
    shape: shapeOf(shape),
    crop: {
      zoom: numberIn(zoom, 1, ZOOM_MAX, 1),
      x: numberIn(left, -ZOOM_MAX, ZOOM_MAX, 0),
      y: numberIn(top, -ZOOM_MAX, ZOOM_MAX, 0),
    },
    adjustments: readAdjustments(adjustments),
    look: typeof id === "string" ? { id, strength: numberIn(strength, 0, 100, 100) } : noEdits.look,
  };
}

/** Returns stored adjustments; see `readEdits`. */
export function readAdjustments(stored: unknown): Adjustments {
  const fields = fieldsOf(stored);
  const adjustments = { ...noAdjustments, curve: readCurve(fields.curve) };
  for (const { name, min } of tools) adjustments[name] = Math.round(numberIn(fields[name], min, 100, 0));
  return adjustments;
}

function readCurve(stored: unknown): CurvePoint[] {
  if (!Array.isArray(stored)) return [];
  const points: CurvePoint[] = [];
  for (const point of stored.slice(0, CURVE_POINTS_MAX)) {
    if (!Array.isArray(point)) return [];
    const [input, output] = [numberIn(point[0], 0, 255, -1), numberIn(point[1], 0, 255, -1)];
    if (output < 0 || input <= (points.at(-1)?.[0] ?? -1)) return [];
    points.push([input, output]);
  }
  return points;
}

function shapeOf(stored: unknown): Shape {
  if (typeof stored !== "string") return noEdits.shape;
  // `hasOwn` has checked it.
  if (Object.hasOwn(shapes, stored)) return stored as Shape;
  return (Object.hasOwn(earlierShapes, stored) && earlierShapes[stored]) || noEdits.shape;
}

function fieldsOf(stored: unknown): Record<string, unknown> {
  return typeof stored === "object" && stored !== null ? { ...stored } : {};
}

function numberIn(stored: unknown, least: number, most: number, otherwise: number): number {
  if (typeof stored !== "number" || !Number.isFinite(stored)) return otherwise;
  return Math.min(Math.max(stored, least), most);
}
