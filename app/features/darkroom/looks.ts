import { type Adjustments, noAdjustments } from "./edits";

/** Adjustments that go well together, by name. The first one is the photo as it is. */
export const looks: Record<string, Adjustments> = {
  Original: noAdjustments,
  Dawn: { ...noAdjustments, light: 18, contrast: -10, warmth: 28, saturation: -8, fade: 18 },
  Noon: { ...noAdjustments, light: 12, contrast: 32, saturation: 18 },
  Ember: { ...noAdjustments, contrast: 18, warmth: 62, saturation: 14, vignette: 22 },
  Dusk: { ...noAdjustments, light: -14, contrast: 14, warmth: 34, saturation: -14, vignette: 38 },
  Tide: { ...noAdjustments, light: 6, contrast: 14, warmth: -46, saturation: 10 },
  Frost: { ...noAdjustments, light: 22, contrast: -6, warmth: -34, saturation: -34, fade: 12 },
  Meadow: { ...noAdjustments, light: 8, contrast: 10, warmth: 12, saturation: 40 },
  Film: { ...noAdjustments, contrast: 10, warmth: 16, saturation: -22, fade: 34, grain: 34 },
  Haze: { ...noAdjustments, light: 16, contrast: -38, warmth: 10, saturation: -26, fade: 30 },
  Ink: { ...noAdjustments, contrast: 48, saturation: -100, grain: 18 },
  Slate: { ...noAdjustments, light: 6, contrast: -14, saturation: -100, fade: 32 },
  Night: { ...noAdjustments, light: -34, contrast: 26, warmth: -30, saturation: -12, vignette: 46 },
};
