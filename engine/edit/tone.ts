import { blurRaster } from "../pixels/blur";
import { type Rgb, rgb, saturate, tint } from "../pixels/colour";
import { clamp, mix, smoothstep } from "../pixels/interpolation";
import { luma, planesOf, type Raster, shadePixels } from "../pixels/raster";

const mapChannels = (raster: Raster, change: (value: number) => number): Raster =>
  shadePixels(raster, (pixel) => {
    pixel.r = clamp(change(pixel.r));
    pixel.g = clamp(change(pixel.g));
    pixel.b = clamp(change(pixel.b));
  });

/** Gamma correction: value^0.68. */
export const brighten = (p: Raster): Raster => mapChannels(p, (value) => value ** 0.68);
/** Gamma correction: value^1.55. */
export const darken = (p: Raster): Raster => mapChannels(p, (value) => value ** 1.55);
/** S-curve. */
export const raiseContrast = (p: Raster): Raster =>
  mapChannels(p, (value) => mix(value, smoothstep(0.04, 0.96, value), 0.85));
/** Scales the distance to mid-grey by 0.66. */
export const lowerContrast = (p: Raster): Raster => mapChannels(p, (value) => 0.5 + (value - 0.5) * 0.66);
export const invert = (p: Raster): Raster => mapChannels(p, (value) => 1 - value);

/** Multiplies the channels and clamps them to [0, 1]. */
function scaleChannels(raster: Raster, red: number, green: number, blue: number): Raster {
  return shadePixels(raster, (pixel) => {
    pixel.r = clamp(pixel.r * red);
    pixel.g = clamp(pixel.g * green);
    pixel.b = clamp(pixel.b * blue);
  });
}

export const warm = (p: Raster): Raster => scaleChannels(p, 1.13, 1.02, 0.82);
export const cool = (p: Raster): Raster => scaleChannels(p, 0.84, 0.99, 1.15);

export const strengthenColours = (p: Raster): Raster => shadePixels(p, (pixel) => saturate(pixel, 1.6));
export const fadeColours = (p: Raster): Raster =>
  shadePixels(p, (pixel) => {
    saturate(pixel, 0.5);
    tint(pixel, { r: 0.95, g: 0.92, b: 0.9 }, 0.16);
  });

/** Replaces the channels by the luma, with a mild S-curve. */
export function monochrome(p: Raster): Raster {
  const light = luma(p);
  return shadePixels(p, (pixel, _x, _y, at) => {
    const l = mix(light[at] ?? 0, smoothstep(0.03, 0.97, light[at] ?? 0), 0.5);
    pixel.r = l;
    pixel.g = l;
    pixel.b = l;
  });
}

/** Replaces the channels by powers of the luma, warm in the highlights, with a vignette. */
export function sepia(p: Raster): Raster {
  const light = luma(p);
  return shadePixels(p, (pixel, x, y, at) => {
    const l = light[at] ?? 0;
    const corner = ((x / p.width - 0.5) ** 2 + (y / p.height - 0.5) ** 2) * 0.5;
    pixel.r = clamp(l ** 0.82 * 1.02 - corner);
    pixel.g = clamp(l ** 0.98 * 0.9 - corner);
    pixel.b = clamp(l ** 1.2 * 0.72 - corner);
  });
}

const embers = { high: rgb("#ffb259"), low: rgb("#4a1f5c"), glow: rgb("#ff6a3a") };

/** Split toning for a low sun: gold highlights, violet shadows, an orange band at mid-height. */
export function sunset(p: Raster): Raster {
  const light = luma(p);
  return shadePixels(p, (pixel, _x, y, at) => {
    const l = light[at] ?? 0;
    tint(
      pixel,
      {
        r: embers.high.r * (0.35 + l),
        g: embers.high.g * (0.3 + l * 0.9),
        b: embers.high.b * (0.2 + l * 0.8),
      },
      0.42 * smoothstep(0.2, 0.8, l),
    );
    tint(pixel, embers.low, 0.42 * (1 - smoothstep(0, 0.55, l)));
    const band = Math.exp(-(((y / p.height - 0.52) / 0.26) ** 2)) * 0.24 * smoothstep(0.15, 0.7, l);
    tint(pixel, embers.glow, band);
    pixel.r = clamp(pixel.r * 1.05);
    pixel.b = clamp(pixel.b * 0.92);
  });
}

/** Day for night: desaturates, darkens by a power of the luma, and shifts to blue. */
export function night(p: Raster): Raster {
  const light = luma(p);
  return shadePixels(p, (pixel, _x, _y, at) => {
    const l = light[at] ?? 0;
    saturate(pixel, 0.45);
    const dim = 0.1 + 0.36 * l ** 1.5;
    pixel.r = clamp(pixel.r * dim * 0.72);
    pixel.g = clamp(pixel.g * dim * 0.94 + 0.008);
    pixel.b = clamp(pixel.b * dim * 1.5 + 0.035);
  });
}

export const blur = (p: Raster): Raster => blurRaster(p, Math.max(p.width, p.height) / 130);

/** Unsharp masking with two radii: sigma 1.3 (detail) and 6 (local contrast). */
export function sharpen(p: Raster): Raster {
  const soft = blurRaster(p, 1.3);
  const wide = blurRaster(p, 6);
  planesOf(p).forEach((plane, index) => {
    const [near, far] = [planesOf(soft)[index], planesOf(wide)[index]];
    for (let at = 0; at < plane.length; at += 1) {
      const value = plane[at] ?? 0;
      plane[at] = clamp(value + (value - (near?.[at] ?? value)) * 1.1 + (value - (far?.[at] ?? value)) * 0.2);
    }
  });
  return p;
}

const tintColours: Readonly<Record<string, string>> = {
  red: "#d8263a",
  orange: "#ff7a2a",
  gold: "#f4b63c",
  yellow: "#ffd83c",
  green: "#3fae5a",
  teal: "#1fa3a0",
  turquoise: "#22b8b4",
  blue: "#2f6fe0",
  purple: "#7a3fc8",
  violet: "#7a3fc8",
  pink: "#ff6fa8",
};

/** The words that may follow a colour of the whole image; the colour of a thing ("a red car") is none. */
const afterColour =
  "and|but|or|with|in|on|at|for|please|too|tint|tinted|tones?|hue|light|lighting|cast|filter|glow|look|sky|colou?rs?";

const tints = Object.entries(tintColours).map(([name, colour]) => ({
  name,
  colour: rgb(colour),
  pattern: new RegExp(`\\b${name}(ish|er)?\\b(?!\\s+(?!(${afterColour})\\b)\\p{L})`, "u"),
}));

/** Returns the first colour of the table that the prompt asks for as the colour of the image, or null. */
export function colourInPrompt(words: string): { name: string; colour: Rgb } | null {
  return tints.find(({ pattern }) => pattern.test(words)) ?? null;
}

/** Tints the midtones with a colour; black stays black and white nearly white. */
export function tintMidtones(p: Raster, colour: Rgb): Raster {
  const light = luma(p);
  return shadePixels(p, (pixel, _x, _y, at) => {
    const l = light[at] ?? 0;
    const lit = (channel: number) => (l < 0.5 ? channel * l * 2 : channel + (1 - channel) * (l - 0.5) * 2);
    tint(pixel, { r: lit(colour.r), g: lit(colour.g), b: lit(colour.b) }, 0.62);
  });
}

/** Dark, contrasty, cool and desaturated. */
export const sombre = (p: Raster): Raster =>
  shadePixels(cool(raiseContrast(darken(p))), (pixel) => saturate(pixel, 0.6));

/** Bright and warm, with a soft glow (screen blend of a blurred copy). */
export function gentle(p: Raster): Raster {
  const soft = blurRaster(p, Math.max(p.width, p.height) / 90);
  return shadePixels(warm(brighten(p)), (pixel, _x, _y, at) => {
    const glow = { r: soft.red[at] ?? 0, g: soft.green[at] ?? 0, b: soft.blue[at] ?? 0 };
    pixel.r = clamp(1 - (1 - pixel.r) * (1 - glow.r * 0.4));
    pixel.g = clamp(1 - (1 - pixel.g) * (1 - glow.g * 0.4));
    pixel.b = clamp(1 - (1 - pixel.b) * (1 - glow.b * 0.4));
  });
}

/** Warm and saturated, with more contrast. */
export const warmClear = (p: Raster): Raster =>
  shadePixels(warm(raiseContrast(p)), (pixel) => saturate(pixel, 1.25));
