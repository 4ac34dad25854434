import { type Crop, wholeCrop } from "~/ui/crop";

/** Ratios of width to height that a photo can be cropped to, by id; null is the photo's own. */
export const shapes = {
  original: null,
  square: 1,
  "4:5": 4 / 5,
  "5:4": 5 / 4,
  "2:3": 2 / 3,
  "3:2": 3 / 2,
  "9:16": 9 / 16,
  "16:9": 16 / 9,
} as const;
export type Shape = keyof typeof shapes;

/** A point of the tone curve: a brightness of the photo and the one it becomes, both from 0 to 255. */
export type CurvePoint = readonly [input: number, output: number];

/** The adjustments that are one number each: a whole one, 0 for no change (tools.ts has their ranges). */
export const noSliders = {
  light: 0,
  contrast: 0,
  highlights: 0,
  shadows: 0,
  whites: 0,
  blacks: 0,
  warmth: 0,
  tint: 0,
  vibrance: 0,
  saturation: 0,
  clarity: 0,
  sharpness: 0,
  fade: 0,
  vignette: 0,
  grain: 0,
};
export type SliderName = keyof typeof noSliders;
export type Sliders = Record<SliderName, number>;

/** Colours of a photo. */
export interface Adjustments extends Sliders {
  /** Points with rising inputs; without any, the curve is a straight line. */
  curve: readonly CurvePoint[];
}

/** All edits of a photo. Order on the original: perspective, turn, mirror, straighten, crop, adjust. */
export interface Edits {
  /** Keystone correction along the sides of the original, -100 to 100. */
  perspective: { x: number; y: number };
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
  /** The look that the adjustments come from, with its strength from 0 to 100; null once they differ from it. */
  look: { id: string; strength: number } | null;
}

export const STRAIGHTEN_MAX = 45;

export const noAdjustments: Adjustments = { ...noSliders, curve: [] };

export const noEdits: Edits = {
  perspective: { x: 0, y: 0 },
  turns: 0,
  mirrored: false,
  straighten: 0,
  shape: "original",
  crop: wholeCrop,
  adjustments: noAdjustments,
  look: null,
};

// The keys of the type.
export const sliderNames = Object.keys(noSliders) as SliderName[];
