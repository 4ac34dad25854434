import { variantScale } from "~/contract/variant-scale";
import { cropBounds, type Size, turned, withinBounds } from "~/ui/crop";
import { type Edits, shapes } from "./edits";

/** By how much the perspective at its end narrows a side. */
const PERSPECTIVE_MAX = 0.35;

export function angleOf({ straighten }: Edits): number {
  return (straighten * Math.PI) / 180;
}

/** Returns the photo's size after its quarter turns. */
export function turnedSize({ width, height }: Size, { turns }: Edits): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the size of the frame whose longer side is 1. */
export function frameOf(natural: Size, edits: Edits): Size {
  const { width, height } = turnedSize(natural, edits);
  const ratio = shapes[edits.shape] ?? width / height;
  return ratio >= 1 ? { width: 1, height: 1 / ratio } : { width: ratio, height: 1 };
}

/** Returns the edits with the nearest crop that leaves no gap. */
export function withValidCrop(natural: Size, edits: Edits): Edits {
  const frame = frameOf(natural, edits);
  return { ...edits, crop: withinBounds(turnedSize(natural, edits), edits.crop, frame, angleOf(edits)) };
}

/** Returns the edits after a quarter turn clockwise of what they show. */
export function rotate(natural: Size, edits: Edits): Edits {
  const turns = (edits.turns + (edits.mirrored ? 3 : 1)) % 4;
  const crop = { ...turned(edits.crop, Math.PI / 2), zoom: edits.crop.zoom };
  return withValidCrop(natural, { ...edits, turns, crop });
}

/** Returns the edits that exchange left and right of what they show. */
export function mirror(natural: Size, edits: Edits): Edits {
  const { mirrored, straighten, crop } = edits;
  return withValidCrop(natural, {
    ...edits,
    mirrored: !mirrored,
    straighten: straighten === 0 ? 0 : -straighten,
    crop: { ...crop, x: crop.x === 0 ? 0 : -crop.x },
  });
}

/** Returns the original's axis along a side of the photo as seen, and 1 or -1 for the direction. */
function seenSide({ turns, mirrored }: Edits, side: "x" | "y"): { axis: "x" | "y"; sign: 1 | -1 } {
  const isSwapped = turns % 2 === 1;
  const axis = isSwapped ? (side === "x" ? "y" : "x") : side;
  const unit = side === "x" ? { x: mirrored ? -1 : 1, y: 0 } : { x: 0, y: 1 };
  const original = turned(unit, (-turns * Math.PI) / 2);
  return { axis, sign: original[axis] < 0 ? -1 : 1 };
}

/** Returns the perspective along a side of the photo as it is seen. */
export function seenPerspective(edits: Edits, side: "x" | "y"): number {
  const { axis, sign } = seenSide(edits, side);
  return edits.perspective[axis] * sign || 0;
}

/** Returns the edits with another perspective along a side of the photo as it is seen. */
export function withSeenPerspective(edits: Edits, side: "x" | "y", value: number): Edits {
  const { axis, sign } = seenSide(edits, side);
  return { ...edits, perspective: { ...edits.perspective, [axis]: value * sign || 0 } };
}

/** Returns the number of frame units that one pixel of the photo covers. */
function scaleOf(natural: Size, edits: Edits): number {
  const size = turnedSize(natural, edits);
  return cropBounds(size, edits.crop.zoom, frameOf(natural, edits), angleOf(edits)).width / size.width;
}

/** Returns the size, in pixels, at which the edited photo has the original's resolution. */
export function editedSize(natural: Size, edits: Edits): Size {
  const frame = frameOf(natural, edits);
  return scaledSize(frame, 1 / scaleOf(natural, edits));
}

/**
 * Returns the size, in pixels, at which the edited photo is stored: that of its largest variant.
 * @param keepsOriginal whether the server keeps an original of the photo
 */
export function storedSize(natural: Size, edits: Edits, keepsOriginal: boolean): Size {
  const size = editedSize(natural, edits);
  return scaledSize(size, variantScale(size, keepsOriginal ? "original" : "full"));
}

export function scaledSize({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** A projective map of positions, as a 3 × 3 matrix by columns. */
export type ProjectiveMap = readonly number[];

/**
 * Returns the map from a position in the edited photo to the same point in the original, both as fractions of width and
 * height from the top left.
 */
export function sourceMap(natural: Size, edits: Edits): ProjectiveMap {
  const frame = frameOf(natural, edits);
  const scale = scaleOf(natural, edits);
  const source = (u: number, v: number) => {
    const inFrame = {
      x: (u - 0.5) * frame.width - edits.crop.x,
      y: (v - 0.5) * frame.height - edits.crop.y,
    };
    const straight = turned(inFrame, -angleOf(edits));
    const unmirrored = { x: edits.mirrored ? -straight.x : straight.x, y: straight.y };
    const upright = turned(unmirrored, (-edits.turns * Math.PI) / 2);
    return {
      x: upright.x / scale / natural.width + 0.5,
      y: upright.y / scale / natural.height + 0.5,
    };
  };
  const [origin, right, down] = [source(0, 0), source(1, 0), source(0, 1)];
  const flat = [
    ...[right.x - origin.x, right.y - origin.y, 0],
    ...[down.x - origin.x, down.y - origin.y, 0],
    ...[origin.x, origin.y, 1],
  ];
  return hasPerspective(edits) ? product(keystone(edits), flat) : flat;
}

export function hasPerspective({ perspective: { x, y } }: Edits): boolean {
  return x !== 0 || y !== 0;
}

/** Returns the map that undoes the perspective. It maps the unit square to a trapezoid inside it, so no gap appears. */
function keystone({ perspective }: Edits): ProjectiveMap {
  const [a, b] = [perspective.x, perspective.y].map((value) => (value / 100) * PERSPECTIVE_MAX);
  const [h = 0, v = 0] = [a, b];
  // In coordinates from -1 to 1: one side of the square stays, and the other becomes shorter.
  const vertical = [1 - Math.abs(v), 0, 0, 0, 1, v, 0, v, 1];
  const horizontal = [1, 0, h, 0, 1 - Math.abs(h), 0, h, 0, 1];
  const toSquare = [2, 0, 0, 0, 2, 0, -1, -1, 1];
  const fromSquare = [0.5, 0, 0, 0, 0.5, 0, 0.5, 0.5, 1];
  return product(fromSquare, product(vertical, product(horizontal, toSquare)));
}

/** Returns the map that does `second`, then `first`. */
export function product(first: ProjectiveMap, second: ProjectiveMap): ProjectiveMap {
  return Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [at % 3, at - (at % 3)];
    return [0, 1, 2].reduce((sum, n) => sum + (first[n * 3 + row] ?? 0) * (second[column + n] ?? 0), 0);
  });
}

/** A part of a photo, as fractions of its width and height. */
export interface Part extends Size {
  x: number;
  y: number;
}

export const wholePhoto: Part = { x: 0, y: 0, width: 1, height: 1 };

/** Returns the map of a part to the whole of which it is a part. */
export function partMap({ x, y, width, height }: Part): ProjectiveMap {
  return [width, 0, 0, 0, height, 0, x, y, 1];
}
