import { type Adjustments, type Edits, noAdjustments, sliderNames } from "./edits";

/** Adjustments that go well together. */
export interface Look {
  /** Stored with edits, so it never changes. */
  id: string;
  /** The name that a member has given it; names.ts has those of the others. */
  name?: string;
  adjustments: Adjustments;
}

const look = (id: string, adjustments: Partial<Adjustments> = {}): Look => ({
  id,
  adjustments: { ...noAdjustments, ...adjustments },
});

/** The looks that every member has. The first one is the photo as it is. */
export const looks: readonly Look[] = [
  look("original"),
  look("dawn", { light: 18, contrast: -10, warmth: 28, saturation: -8, fade: 18 }),
  look("noon", { light: 12, contrast: 32, saturation: 18 }),
  look("ember", { contrast: 18, warmth: 62, saturation: 14, vignette: 22 }),
  look("dusk", { light: -14, contrast: 14, warmth: 34, saturation: -14, vignette: 38 }),
  look("tide", { light: 6, contrast: 14, warmth: -46, saturation: 10 }),
  look("frost", { light: 22, contrast: -6, warmth: -34, saturation: -34, fade: 12 }),
  look("meadow", { light: 8, contrast: 10, warmth: 12, saturation: 40 }),
  look("film", { contrast: 10, warmth: 16, saturation: -22, fade: 34, grain: 34 }),
  look("haze", { light: 16, contrast: -38, warmth: 10, saturation: -26, fade: 30 }),
  look("ink", { contrast: 48, saturation: -100, grain: 18 }),
  look("slate", { light: 6, contrast: -14, saturation: -100, fade: 32 }),
  look("night", { light: -34, contrast: 26, warmth: -30, saturation: -12, vignette: 46 }),
];

/** Returns the adjustments of a look at a strength from 0 to 100. */
export function adjustmentsAt({ adjustments }: Look, strength: number): Adjustments {
  if (strength === 100) return adjustments;
  const scaled = { ...adjustments };
  for (const name of sliderNames) scaled[name] = Math.round((adjustments[name] * strength) / 100) || 0;
  const curve = adjustments.curve.map(
    ([input, output]) => [input, Math.round(input + ((output - input) * strength) / 100)] as const,
  );
  return { ...scaled, curve };
}

/** Returns the edits with a look in place of the adjustments. */
export function withLook(edits: Edits, look: Look, strength = 100): Edits {
  return { ...edits, adjustments: adjustmentsAt(look, strength), look: { id: look.id, strength } };
}

/** Returns the edits with other adjustments, which no longer are those of a look. */
export function withAdjustments(edits: Edits, changes: Partial<Adjustments>): Edits {
  return { ...edits, adjustments: { ...edits.adjustments, ...changes }, look: null };
}
