import { blurred } from "../pixels/blur";
import {
  brightness,
  clamp,
  mix,
  type Picture,
  planesOf,
  type Rgb,
  rgb,
  saturate,
  shade,
  smoothstep,
  tint,
} from "../pixels/picture";

const each = (picture: Picture, change: (value: number) => number): Picture =>
  shade(picture, (pixel) => {
    pixel.r = clamp(change(pixel.r));
    pixel.g = clamp(change(pixel.g));
    pixel.b = clamp(change(pixel.b));
  });

export const brighter = (p: Picture): Picture => each(p, (value) => value ** 0.68);
export const darker = (p: Picture): Picture => each(p, (value) => value ** 1.55);
export const stronger = (p: Picture): Picture =>
  each(p, (value) => mix(value, smoothstep(0.04, 0.96, value), 0.85));
export const softer = (p: Picture): Picture => each(p, (value) => 0.5 + (value - 0.5) * 0.66);
export const inverted = (p: Picture): Picture => each(p, (value) => 1 - value);

/** Multiplies the colours, brightness kept. */
function balanced(picture: Picture, red: number, green: number, blue: number): Picture {
  return shade(picture, (pixel) => {
    pixel.r = clamp(pixel.r * red);
    pixel.g = clamp(pixel.g * green);
    pixel.b = clamp(pixel.b * blue);
  });
}

export const warmer = (p: Picture): Picture => balanced(p, 1.13, 1.02, 0.82);
export const colder = (p: Picture): Picture => balanced(p, 0.84, 0.99, 1.15);

export const vivid = (p: Picture): Picture => shade(p, (pixel) => saturate(pixel, 1.6));
export const muted = (p: Picture): Picture =>
  shade(p, (pixel) => {
    saturate(pixel, 0.5);
    tint(pixel, { r: 0.95, g: 0.92, b: 0.9 }, 0.16);
  });

export function monochrome(p: Picture): Picture {
  const light = brightness(p);
  return shade(p, (pixel, _x, _y, at) => {
    const l = mix(light[at] ?? 0, smoothstep(0.03, 0.97, light[at] ?? 0), 0.5);
    pixel.r = l;
    pixel.g = l;
    pixel.b = l;
  });
}

export function sepia(p: Picture): Picture {
  const light = brightness(p);
  return shade(p, (pixel, x, y, at) => {
    const l = light[at] ?? 0;
    const corner = ((x / p.width - 0.5) ** 2 + (y / p.height - 0.5) ** 2) * 0.5;
    pixel.r = clamp(l ** 0.82 * 1.02 - corner);
    pixel.g = clamp(l ** 0.98 * 0.9 - corner);
    pixel.b = clamp(l ** 1.2 * 0.72 - corner);
  });
}

const embers = { high: rgb("#ffb259"), low: rgb("#4a1f5c"), glow: rgb("#ff6a3a") };

/** Low sun: gold in the light, violet in the shade, a glow where the sky meets the land. */
export function sunset(p: Picture): Picture {
  const light = brightness(p);
  return shade(p, (pixel, _x, y, at) => {
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

/** Day for night, as film does it: dark, blue, only what is brightest still shines. */
export function night(p: Picture): Picture {
  const light = brightness(p);
  return shade(p, (pixel, _x, _y, at) => {
    const l = light[at] ?? 0;
    saturate(pixel, 0.45);
    const dim = 0.1 + 0.36 * l ** 1.5;
    pixel.r = clamp(pixel.r * dim * 0.72);
    pixel.g = clamp(pixel.g * dim * 0.94 + 0.008);
    pixel.b = clamp(pixel.b * dim * 1.5 + 0.035);
  });
}

export const blurry = (p: Picture): Picture => blurred(p, Math.max(p.width, p.height) / 130);

export function sharper(p: Picture): Picture {
  const soft = blurred(p, 1.3);
  const wide = blurred(p, 6);
  planesOf(p).forEach((plane, index) => {
    const [near, far] = [planesOf(soft)[index], planesOf(wide)[index]];
    for (let at = 0; at < plane.length; at += 1) {
      const value = plane[at] ?? 0;
      plane[at] = clamp(value + (value - (near?.[at] ?? value)) * 1.1 + (value - (far?.[at] ?? value)) * 0.2);
    }
  });
  return p;
}

const dyes: Readonly<Record<string, string>> = {
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

export function dyeIn(words: string): { name: string; colour: Rgb } | null {
  const found = Object.entries(dyes).find(([name]) => new RegExp(`\\b${name}(ish|er)?\\b`).test(words));
  return found ? { name: found[0], colour: rgb(found[1]) } : null;
}

/** A colour laid into the middle tones; black stays black and white nearly white. */
export function dyed(p: Picture, colour: Rgb): Picture {
  const light = brightness(p);
  return shade(p, (pixel, _x, _y, at) => {
    const l = light[at] ?? 0;
    const lit = (channel: number) => (l < 0.5 ? channel * l * 2 : channel + (1 - channel) * (l - 0.5) * 2);
    tint(pixel, { r: lit(colour.r), g: lit(colour.g), b: lit(colour.b) }, 0.62);
  });
}

export const sombre = (p: Picture): Picture =>
  shade(colder(stronger(darker(p))), (pixel) => saturate(pixel, 0.6));

export function gentle(p: Picture): Picture {
  const soft = blurred(p, Math.max(p.width, p.height) / 90);
  return shade(warmer(brighter(p)), (pixel, _x, _y, at) => {
    const glow = { r: soft.red[at] ?? 0, g: soft.green[at] ?? 0, b: soft.blue[at] ?? 0 };
    pixel.r = clamp(1 - (1 - pixel.r) * (1 - glow.r * 0.4));
    pixel.g = clamp(1 - (1 - pixel.g) * (1 - glow.g * 0.4));
    pixel.b = clamp(1 - (1 - pixel.b) * (1 - glow.b * 0.4));
  });
}

export const warmClear = (p: Picture): Picture =>
  shade(warmer(stronger(p)), (pixel) => saturate(pixel, 1.25));
