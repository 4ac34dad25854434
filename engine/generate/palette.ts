import { lumaOf, type Rgb } from "../pixels/colour";
import type { Random } from "../pixels/random";
import { linearColour, mixColour } from "./frame";
import { type HexPalette, namedColours, palettes } from "./palettes";
import type { PromptTerms } from "./prompt-terms";
import type { Colour, Hour, Weather } from "./vocabulary";

type Lights = Omit<HexPalette, "sky" | "shine">;

/** The colours of a scene, linear light. All painters take their colours from here. */
export interface Palette extends Record<keyof Lights, Rgb>, Pick<HexPalette, "shine"> {
  hour: Hour;
  /** Gradient stops: position and colour. */
  sky: [number, Rgb][];
}

export const namedColour = (colour: Colour): Rgb => linearColour(namedColours[colour]);

/** Shifts a colour towards a tint, scaled to keep the colour's luma. */
function tintColour(colour: Rgb, tint: Rgb, amount: number): Rgb {
  const l = lumaOf(colour);
  const d = Math.max(0.03, lumaOf(tint));
  return mixColour(colour, { r: (tint.r / d) * l, g: (tint.g / d) * l, b: (tint.b / d) * l }, amount);
}

const desaturate = (colour: Rgb, amount: number, by: number): Rgb => {
  const l = lumaOf(colour) * by;
  return mixColour(
    { r: colour.r * by, g: colour.g * by, b: colour.b * by },
    { r: l * 0.94, g: l, b: l * 1.1 },
    amount,
  );
};

/** The loss of saturation and the remaining light in each weather. */
const weatherTones: Record<Weather, [amount: number, by: number]> = {
  storm: [0.6, 0.42],
  rain: [0.55, 0.6],
  cloudy: [0.5, 0.8],
  fog: [0.3, 0.95],
  snow: [0.3, 0.95],
};

/**
 * Returns the palette for the time of day, changed by weather, moods and named colours. The random source chooses
 * among the palettes of that time.
 */
export function paletteFor(terms: PromptTerms, hour: Hour, random: Random): Palette {
  const [first, ...others] = palettes[hour];
  if (!first) throw new Error(`No hour ${hour}`);
  const chosen = random.pick([first, ...others]);
  const tint = terms.colours[0];
  const change = (colour: Rgb, position = 0.5): Rgb => {
    let changed = colour;
    if (tint)
      changed = tintColour(
        changed,
        namedColour(terms.colours[Math.floor(position * terms.colours.length)] ?? tint),
        0.42,
      );
    if (terms.weather) changed = desaturate(changed, ...weatherTones[terms.weather]);
    if (terms.moods.has("dark")) changed = desaturate(changed, 0.25, 0.55);
    if (terms.moods.has("vivid")) changed = desaturate(changed, -0.35, 1.02);
    if (terms.moods.has("pastel"))
      changed = mixColour(desaturate(changed, 0.2, 1), linearColour("#ffe9e4"), 0.3);
    return { r: Math.max(0, changed.r), g: Math.max(0, changed.g), b: Math.max(0, changed.b) };
  };
  const { sky, shine, ...rest } = chosen;
  // Object.fromEntries loses the keys' type; the keys are those of `rest`.
  const lights = Object.fromEntries(
    Object.entries(rest).map(([name, hex]) => [name, change(linearColour(hex))]),
  ) as Record<keyof typeof rest, Rgb>;
  return {
    ...lights,
    hour,
    shine:
      terms.weather === "storm" || terms.weather === "cloudy" || terms.weather === "rain"
        ? shine * 0.3
        : shine,
    sky: sky.split(", ").map((stop) => {
      const [hex = "", at] = stop.split(" ");
      return [Number(at), change(linearColour(hex), Math.min(0.99, Number(at)))];
    }),
  };
}
