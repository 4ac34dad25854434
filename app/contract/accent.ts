/** The colour of a site, and the shades of it that both themes show (docs/moderation.md#name-icon-and-colour). */

/** Returns whether a text is a colour as `#rrggbb`. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** WCAG 2.2, level AA: for text (1.4.3), and for icons, rings and other parts (1.4.11). */
const TEXT_RATIO = 4.5;
const PART_RATIO = 3;

/** The grounds of each theme (`--paper`, `--surface` and `--wash` of app/app.css). A test compares them. */
export const grounds = {
  light: ["#fdf9f4", "#ffffff", "#f5efe8"],
  dark: ["#110d18", "#1b1724", "#272231"],
} as const;
/** The text on the gradient (`--on-glow`). */
export const ON_GLOW = "#0b0614";

type Theme = keyof typeof grounds;
type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** The stops of the signature gradient as in app/app.css, of which `glow-ember` gets the hue of the colour. */
const glow: Record<string, Oklch> = {
  "glow-amber": [0.83, 0.14, 80],
  "glow-ember": [0.68, 0.19, 38],
  "glow-rose": [0.62, 0.2, 9],
  "glow-dusk": [0.42, 0.13, 300],
};
const EMBER_HUE = 38;
const EMBER_CHROMA = 0.19;

/** The values of custom properties by their names, without the two hyphens. */
export type Shades = Record<string, string>;

export interface Accent {
  light: Shades;
  dark: Shades;
  /** The themes in which text has another shade than the colour itself, which could not be read there. */
  shifted: Theme[];
}

/**
 * Returns the shades of a colour. Text and parts in them have the contrast of WCAG AA on all grounds of a theme: a
 * shade that lacks it gets the nearest lightness that has it.
 * @param colour as `#rrggbb`
 */
export function accentOf(colour: string): Accent {
  const [light, dark] = [shadesIn("light", colour), shadesIn("dark", colour)];
  const isOwn = (shades: Shades) => shades["ember-strong"] === colour.toLowerCase();
  return {
    light,
    dark,
    shifted: [...(isOwn(light) ? [] : ["light" as const]), ...(isOwn(dark) ? [] : ["dark" as const])],
  };
}

function shadesIn(theme: Theme, colour: string): Shades {
  const readable = (ratio: number) => {
    const holds = (shade: string) => grounds[theme].every((ground) => contrast(shade, ground) >= ratio);
    return nearest(colour.toLowerCase(), oklchOf(colour), theme === "light" ? -1 : 1, holds);
  };
  const text = readable(TEXT_RATIO);
  return { ember: readable(PART_RATIO), "ember-strong": text, focus: text, ...glowOf(oklchOf(colour)) };
}

/** Returns a style sheet with the shades. Forced colours stay those of the reader. */
export function accentStyles(colour: string): string {
  const { light, dark } = accentOf(colour);
  const rules = (shades: Shades) =>
    Object.entries(shades)
      .map(([name, value]) => `--${name}:${value}`)
      .join(";");
  // A page without JavaScript has the theme of the system.
  const system = `@media (prefers-color-scheme:dark){:root:not([data-theme]){${rules(dark)}}}`;
  return `@media (forced-colors:none){:root,[data-theme]{${rules(light)}}[data-theme="dark"]{${rules(dark)}}${system}}`;
}

/** Returns the gradient turned to the hue of a colour, and as grey as it. */
function glowOf([, chroma, hue]: Oklch): Shades {
  const strength = Math.min(1, chroma / EMBER_CHROMA);
  const stops = Object.entries(glow).map(([name, [lightness, own, at]]) => {
    const turned: Oklch = [lightness, own * strength, at + hue - EMBER_HUE];
    const hasText = name !== "glow-dusk";
    const holds = (shade: string) => !hasText || contrast(shade, ON_GLOW) >= TEXT_RATIO;
    return [name, nearest(hexOf(turned), turned, 1, holds)];
  });
  return Object.fromEntries(stops);
}

const STEP = 0.005;

/** Returns a shade if accepted, else the first accepted one in a direction of lightness; at the end black or white. */
function nearest(
  own: string,
  [lightness, chroma, hue]: Oklch,
  way: 1 | -1,
  accepts: (shade: string) => boolean,
): string {
  let shade = own;
  for (let now = lightness; !accepts(shade) && now > 0 && now < 1; now += way * STEP)
    shade = hexOf([now, chroma, hue]);
  return accepts(shade) ? shade : way === 1 ? "#ffffff" : "#000000";
}

/** Returns the contrast of two colours (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns red, green and blue of a colour, 0 to 1, without the curve of sRGB. */
function linearOf(colour: string): number[] {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}

/** Returns a colour in OKLCH (CSS Color 4, 9.2). */
function oklchOf(colour: string): Oklch {
  const [red = 0, green = 0, blue = 0] = linearOf(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

/** Returns a colour as `#rrggbb`, with the strongest chroma up to its own that sRGB has. */
export function hexOf([lightness, chroma, hue]: Oklch): string {
  for (let now = chroma; ; now = Math.max(0, now - STEP)) {
    const parts = srgbOf([lightness, now, hue]);
    if (now === 0 || parts.every((part) => part > -0.001 && part < 1.001))
      return `#${parts.map(byteOf).join("")}`;
  }
}

const byteOf = (part: number): string =>
  Math.round(Math.min(1, Math.max(0, part)) * 255)
    .toString(16)
    .padStart(2, "0");

function srgbOf([lightness, chroma, hue]: Oklch): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return linear.map((part) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));
}
