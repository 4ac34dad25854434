import type { Rgb } from "../pixels/colour";
import type { Random } from "../pixels/random";
import { linearColour, mixColour } from "./frame";
import type { Colour, Hour, PromptTerms } from "./prompt-terms";

/** The colours of a scene, linear light. All painters take their colours from here. */
export interface Palette {
  hour: Hour;
  /** Gradient stops from the zenith (0) to the horizon (1). */
  sky: [number, Rgb][];
  /** The colour that distance blends into. */
  haze: Rgb;
  /** The nearest silhouettes. */
  near: Rgb;
  /** Lit land. */
  land: Rgb;
  grass: Rgb;
  water: Rgb;
  keyLight: Rgb;
  cloudLit: Rgb;
  cloudShade: Rgb;
  /** Strength of the sun's or moon's light on objects, in [0, 1]. */
  shine: number;
}

type Hues = Omit<Record<keyof Palette, string>, "hour" | "sky" | "shine"> & {
  sky: [number, string][];
  shine: number;
};

const palettes: Record<Hour, Hues[]> = {
  dawn: [
    {
      sky: [
        [0, "#41528f"],
        [0.35, "#8f7fb4"],
        [0.65, "#e79f9c"],
        [0.85, "#fcc392"],
        [1, "#ffe3b0"],
      ],
      haze: "#eab9a2",
      near: "#20213d",
      land: "#6d5c6c",
      grass: "#5f6b45",
      water: "#3a4a72",
      keyLight: "#ffe2b0",
      cloudLit: "#ffd9b8",
      cloudShade: "#9a7fa4",
      shine: 0.8,
    },
    {
      sky: [
        [0, "#2f5d8c"],
        [0.4, "#7fa5bf"],
        [0.7, "#f0c9ae"],
        [1, "#fff0cf"],
      ],
      haze: "#e6cfba",
      near: "#1c2a3c",
      land: "#5d6a66",
      grass: "#65774a",
      water: "#33586f",
      keyLight: "#fff0cc",
      cloudLit: "#ffe7cc",
      cloudShade: "#8d97ad",
      shine: 0.8,
    },
  ],
  day: [
    {
      sky: [
        [0, "#1c5fbe"],
        [0.4, "#4c97e0"],
        [0.75, "#a4d2f0"],
        [1, "#e6f2ee"],
      ],
      haze: "#b4d3e6",
      near: "#15301f",
      land: "#6f7f5c",
      grass: "#6ea03c",
      water: "#0f5f86",
      keyLight: "#fff8e0",
      cloudLit: "#ffffff",
      cloudShade: "#93abc8",
      shine: 1,
    },
    {
      sky: [
        [0, "#146aa8"],
        [0.45, "#4fb0d8"],
        [0.8, "#b6e3e6"],
        [1, "#f4f3dd"],
      ],
      haze: "#bfdcd8",
      near: "#12332f",
      land: "#75805a",
      grass: "#86a83e",
      water: "#0b7a86",
      keyLight: "#fff6d4",
      cloudLit: "#fffdf4",
      cloudShade: "#9ab6c4",
      shine: 1,
    },
  ],
  sunset: [
    {
      sky: [
        [0, "#1f2560"],
        [0.3, "#6a3a80"],
        [0.55, "#cc4f62"],
        [0.76, "#fb8148"],
        [0.92, "#ffb45c"],
        [1, "#ffdf96"],
      ],
      haze: "#ef9268",
      near: "#1a1029",
      land: "#5c3147",
      grass: "#4c3b3a",
      water: "#46264f",
      keyLight: "#ffd68a",
      cloudLit: "#ff8f5c",
      cloudShade: "#5a2f62",
      shine: 0.9,
    },
    {
      sky: [
        [0, "#243a6e"],
        [0.35, "#7c5a8e"],
        [0.62, "#e8826e"],
        [0.85, "#ffbe70"],
        [1, "#fff0b4"],
      ],
      haze: "#f2ac78",
      near: "#201a2c",
      land: "#6b4a48",
      grass: "#5f5a38",
      water: "#3a3a62",
      keyLight: "#ffe29a",
      cloudLit: "#ffae72",
      cloudShade: "#6e4a78",
      shine: 0.9,
    },
    {
      sky: [
        [0, "#4a1942"],
        [0.35, "#a52a56"],
        [0.65, "#ef5b3c"],
        [0.88, "#ffa04a"],
        [1, "#ffd77a"],
      ],
      haze: "#e87a50",
      near: "#1e0b1c",
      land: "#5f2438",
      grass: "#4a2c2c",
      water: "#4a1a3c",
      keyLight: "#ffcf7c",
      cloudLit: "#ff7a50",
      cloudShade: "#5a1c48",
      shine: 0.9,
    },
  ],
  dusk: [
    {
      sky: [
        [0, "#0d1542"],
        [0.38, "#2b2f74"],
        [0.65, "#7a4b92"],
        [0.86, "#db7c92"],
        [1, "#f8b8a0"],
      ],
      haze: "#8d6a9c",
      near: "#0c0f26",
      land: "#33305a",
      grass: "#2c3350",
      water: "#1f2452",
      keyLight: "#ffd9c0",
      cloudLit: "#e08aa0",
      cloudShade: "#2f2a60",
      shine: 0.55,
    },
    {
      sky: [
        [0, "#0a1c3c"],
        [0.4, "#1e4a70"],
        [0.72, "#5f8a9c"],
        [0.9, "#d8a48c"],
        [1, "#f6c490"],
      ],
      haze: "#6f8596",
      near: "#08141f",
      land: "#26424e",
      grass: "#26443c",
      water: "#143648",
      keyLight: "#ffdcb0",
      cloudLit: "#d9a090",
      cloudShade: "#24405c",
      shine: 0.55,
    },
  ],
  night: [
    {
      sky: [
        [0, "#040817"],
        [0.45, "#0b1838"],
        [0.8, "#1c3462"],
        [1, "#3c5c8c"],
      ],
      haze: "#2a4674",
      near: "#03060f",
      land: "#12203f",
      grass: "#10263a",
      water: "#0a1734",
      keyLight: "#e4edff",
      cloudLit: "#6d83b0",
      cloudShade: "#101b3a",
      shine: 0.4,
    },
    {
      sky: [
        [0, "#0a0618"],
        [0.45, "#1b1340"],
        [0.8, "#3a2a6a"],
        [1, "#6a4f92"],
      ],
      haze: "#40327a",
      near: "#05030d",
      land: "#1d1642",
      grass: "#182040",
      water: "#140e36",
      keyLight: "#f0e8ff",
      cloudLit: "#8a76b8",
      cloudShade: "#160f34",
      shine: 0.4,
    },
  ],
};

const namedColours: Record<Colour, string> = {
  red: "#d8263a",
  orange: "#ff7a2a",
  gold: "#f4b63c",
  yellow: "#ffd83c",
  green: "#3fae5a",
  turquoise: "#22b8b4",
  blue: "#2f6fe0",
  purple: "#7a3fc8",
  pink: "#ff6fa8",
  white: "#eef2f6",
  black: "#0a0a12",
};

export const namedColour = (colour: Colour): Rgb => linearColour(namedColours[colour]);

/** Shifts a colour towards a tint, scaled to keep the colour's luma. */
function tintColour(colour: Rgb, tint: Rgb, amount: number): Rgb {
  const l = 0.2126 * colour.r + 0.7152 * colour.g + 0.0722 * colour.b;
  const d = Math.max(0.03, 0.2126 * tint.r + 0.7152 * tint.g + 0.0722 * tint.b);
  return mixColour(colour, { r: (tint.r / d) * l, g: (tint.g / d) * l, b: (tint.b / d) * l }, amount);
}

const desaturate = (colour: Rgb, amount: number, by: number): Rgb => {
  const l = (0.2126 * colour.r + 0.7152 * colour.g + 0.0722 * colour.b) * by;
  return mixColour(
    { r: colour.r * by, g: colour.g * by, b: colour.b * by },
    { r: l * 0.94, g: l, b: l * 1.1 },
    amount,
  );
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
    if (terms.weather === "storm") changed = desaturate(changed, 0.6, 0.42);
    else if (terms.weather === "rain") changed = desaturate(changed, 0.55, 0.6);
    else if (terms.weather === "cloudy") changed = desaturate(changed, 0.5, 0.8);
    else if (terms.weather === "fog" || terms.weather === "snow") changed = desaturate(changed, 0.3, 0.95);
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
    sky: sky.map(([at, hex]) => [at, change(linearColour(hex), Math.min(0.99, at))]),
  };
}
