import type { Colour, Hour } from "./vocabulary";

/** The colours of a scene at a time of day, in hexadecimal sRGB (palette.ts). */
export interface HexPalette {
  /** Gradient stops as in CSS, from the zenith (0) to the horizon (1). */
  sky: string;
  /** The colour that distance blends into. */
  haze: string;
  /** The nearest silhouettes. */
  near: string;
  /** Lit land. */
  land: string;
  grass: string;
  water: string;
  keyLight: string;
  cloudLit: string;
  cloudShade: string;
  /** Strength of the sun's or moon's light on objects, in [0, 1]. */
  shine: number;
}

/** The palettes of each time of day. */
export const palettes: Record<Hour, HexPalette[]> = {
  dawn: [
    {
      sky: "#41528f 0, #8f7fb4 0.35, #e79f9c 0.65, #fcc392 0.85, #ffe3b0 1",
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
      sky: "#2f5d8c 0, #7fa5bf 0.4, #f0c9ae 0.7, #fff0cf 1",
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
      sky: "#1c5fbe 0, #4c97e0 0.4, #a4d2f0 0.75, #e6f2ee 1",
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
      sky: "#146aa8 0, #4fb0d8 0.45, #b6e3e6 0.8, #f4f3dd 1",
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
      sky: "#1f2560 0, #6a3a80 0.3, #cc4f62 0.55, #fb8148 0.76, #ffb45c 0.92, #ffdf96 1",
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
      sky: "#243a6e 0, #7c5a8e 0.35, #e8826e 0.62, #ffbe70 0.85, #fff0b4 1",
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
      sky: "#4a1942 0, #a52a56 0.35, #ef5b3c 0.65, #ffa04a 0.88, #ffd77a 1",
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
      sky: "#0d1542 0, #2b2f74 0.38, #7a4b92 0.65, #db7c92 0.86, #f8b8a0 1",
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
      sky: "#0a1c3c 0, #1e4a70 0.4, #5f8a9c 0.72, #d8a48c 0.9, #f6c490 1",
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
      sky: "#040817 0, #0b1838 0.45, #1c3462 0.8, #3c5c8c 1",
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
      sky: "#0a0618 0, #1b1340 0.45, #3a2a6a 0.8, #6a4f92 1",
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

export const namedColours: Record<Colour, string> = {
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
