import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Shape, SliderName } from "./edits";

/** The names of looks that are not a member's own, by id. */
export const lookNames: Record<string, MessageDescriptor> = {
  original: msg({ message: "Original", context: "look", comment: "The photo as it is" }),
  dawn: msg({ message: "Dawn", context: "look", comment: "A set of colours for photos" }),
  noon: msg({ message: "Noon", context: "look" }),
  ember: msg({ message: "Ember", context: "look" }),
  dusk: msg({ message: "Dusk", context: "look" }),
  tide: msg({ message: "Tide", context: "look" }),
  frost: msg({ message: "Frost", context: "look" }),
  meadow: msg({ message: "Meadow", context: "look" }),
  film: msg({ message: "Film", context: "look", comment: "Like a photo on analogue film" }),
  haze: msg({ message: "Haze", context: "look" }),
  ink: msg({ message: "Ink", context: "look", comment: "Black and white, with much contrast" }),
  slate: msg({ message: "Slate", context: "look", comment: "Black and white, with little contrast" }),
  night: msg({ message: "Night", context: "look" }),
  last: msg({ message: "Last used", context: "look" }),
};

export const toolTabs = ["looks", "light", "colour", "detail", "effects", "crop"] as const;
export type ToolTab = (typeof toolTabs)[number];

export const tabNames: Record<ToolTab, MessageDescriptor> = {
  looks: msg({ message: "Looks", context: "photo editing", comment: "Sets of colours for photos" }),
  light: msg({ message: "Light", context: "photo editing" }),
  colour: msg({ message: "Colour", context: "photo editing" }),
  detail: msg({ message: "Detail", context: "photo editing" }),
  effects: msg({ message: "Effects", context: "photo editing" }),
  crop: msg({ message: "Crop", context: "photo editing" }),
};

export const sliderLabels: Record<SliderName, MessageDescriptor> = {
  light: msg({ message: "Light", context: "photo editing" }),
  contrast: msg({ message: "Contrast", context: "photo editing" }),
  highlights: msg({ message: "Highlights", context: "photo editing" }),
  shadows: msg({ message: "Shadows", context: "photo editing" }),
  whites: msg({ message: "Whites", context: "photo editing" }),
  blacks: msg({ message: "Blacks", context: "photo editing" }),
  warmth: msg({ message: "Warmth", context: "photo editing" }),
  tint: msg({ message: "Tint", context: "photo editing" }),
  vibrance: msg({ message: "Vibrance", context: "photo editing" }),
  saturation: msg({ message: "Saturation", context: "photo editing" }),
  clarity: msg({ message: "Clarity", context: "photo editing" }),
  sharpness: msg({ message: "Sharpness", context: "photo editing" }),
  fade: msg({ message: "Fade", context: "photo editing" }),
  vignette: msg({ message: "Vignette", context: "photo editing" }),
  grain: msg({ message: "Grain", context: "photo editing" }),
};

/** The names of the shapes that are no ratio. */
export const shapeNames: Partial<Record<Shape, MessageDescriptor>> = {
  original: msg({ message: "Original", context: "proportions" }),
  square: msg({ message: "Square", context: "proportions" }),
};
