import { type Crop, cropBounds, type Size, turned, wholeCrop, withinBounds } from "~/ui/crop";

/** Ratios of width to height that a photo can be cropped to; null is the photo's own. */
export const shapes = {
  Original: null,
  Square: 1,
  "4 : 5": 4 / 5,
  "3 : 2": 3 / 2,
  "16 : 9": 16 / 9,
} as const;
export type Shape = keyof typeof shapes;

/** Colours of a photo. Each is a whole number, 0 for no change: the first four from -100 to 100, the others from 0. */
export interface Adjustments {
  light: number;
  contrast: number;
  warmth: number;
  saturation: number;
  fade: number;
  vignette: number;
  grain: number;
}

/** All edits of a photo. They are applied to the original, in this order: turn, mirror, straighten, crop, adjust. */
export interface Edits {
  /** Quarter turns clockwise, 0 to 3. */
  turns: number;
  /** Whether left and right are exchanged. */
  mirrored: boolean;
  /** Degrees clockwise, from -45 to 45. */
  straighten: number;
  shape: Shape;
  /** The offset's unit is the frame's longer side. */
  crop: Crop;
  adjustments: Adjustments;
}

export const STRAIGHTEN_MAX = 45;

export const noAdjustments: Adjustments = {
  light: 0,
  contrast: 0,
  warmth: 0,
  saturation: 0,
  fade: 0,
  vignette: 0,
  grain: 0,
};

export const noEdits: Edits = {
  turns: 0,
  mirrored: false,
  straighten: 0,
  shape: "Original",
  crop: wholeCrop,
  adjustments: noAdjustments,
};

/** Returns whether the edits leave the photo as it is. */
export function isUnedited(edits: Edits): boolean {
  const { crop, adjustments, ...others } = edits;
  return (
    crop.zoom === 1 &&
    crop.x === 0 &&
    crop.y === 0 &&
    others.turns === 0 &&
    !others.mirrored &&
    others.straighten === 0 &&
    others.shape === "Original" &&
    isUnadjusted(adjustments)
  );
}

export function isUnadjusted(adjustments: Adjustments): boolean {
  return Object.values(adjustments).every((value) => value === 0);
}

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

/** Returns the number of frame units that one pixel of the photo covers. */
function scaleOf(natural: Size, edits: Edits): number {
  const size = turnedSize(natural, edits);
  return cropBounds(size, edits.crop.zoom, frameOf(natural, edits), angleOf(edits)).width / size.width;
}

/** Returns the size, in pixels, at which the edited photo has the original's resolution. */
export function editedSize(natural: Size, edits: Edits): Size {
  const frame = frameOf(natural, edits);
  const scale = scaleOf(natural, edits);
  return {
    width: Math.max(1, Math.round(frame.width / scale)),
    height: Math.max(1, Math.round(frame.height / scale)),
  };
}

/** A map of positions: `(a x + c y + e, b x + d y + f)`, as in CSS `matrix()`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * Returns the map from a position in the edited photo to the same point in the original, both as fractions of width and
 * height from the top left.
 */
export function sourceMatrix(natural: Size, edits: Edits): Matrix {
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
  return [right.x - origin.x, right.y - origin.y, down.x - origin.x, down.y - origin.y, origin.x, origin.y];
}

/** Returns the reverse of a map. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}
