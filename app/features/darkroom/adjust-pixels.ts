import type { Size } from "~/ui/crop";
import type { Adjustments, Sliders } from "./edits";
import { sliderNames } from "./edits";
import { type Part, wholePhoto } from "./geometry";
import { toneTable } from "./tones";

/** The layers of an adjustment. Each has one RGBA pixel for each pixel of the photo. */
export interface Layers {
  /** See details.ts. */
  details?: Uint8ClampedArray | null;
  /** See grain.ts. */
  grain?: Uint8ClampedArray | null;
  /** The part of the photo that the pixels show. */
  part?: Part;
}

/**
 * Applies adjustments to RGBA pixels, in place. The fragment shader (shaders.ts) computes the same; change both
 * together.
 */
export function adjustPixels(
  pixels: Uint8ClampedArray,
  { width, height }: Size,
  adjustments: Adjustments,
  { details = null, grain = null, part = wholePhoto }: Layers = {},
): void {
  const amount = fractions(adjustments);
  const tones = toneTable(adjustments);
  const [red, green, blue] = balanceOf(amount);
  const [gain, lift] = [1 - 0.3 * amount.fade, 0.14 * amount.fade];
  const colour = 1 + amount.saturation;
  const { vibrance, vignette, clarity, sharpness } = amount;
  const noise = 76.5 * amount.grain;
  // The squared distance of a column from the middle of the photo.
  const squares = Float32Array.from(
    { length: width },
    (_, x) => (part.x + ((x + 0.5) / width) * part.width - 0.5) ** 2,
  );
  let at = 0;
  for (let y = 0; y < height; y++) {
    const square = (part.y + ((y + 0.5) / height) * part.height - 0.5) ** 2;
    for (let x = 0; x < width; x++, at += 4) {
      let r = tones[pixels[at] as number] as number;
      let g = tones[pixels[at + 1] as number] as number;
      let b = tones[pixels[at + 2] as number] as number;
      if (details) {
        const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        const middle = 4 * luma * (1 - luma);
        const detail =
          (1.6 * sharpness * ((details[at] as number) - 128)) / 255 +
          (0.9 * clarity * middle * ((details[at + 1] as number) - 128)) / 255;
        r = r + detail < 0 ? 0 : r + detail;
        g = g + detail < 0 ? 0 : g + detail;
        b = b + detail < 0 ? 0 : b + detail;
      }
      r *= red;
      g *= green;
      b *= blue;
      const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
      let spread = colour;
      if (vibrance !== 0) {
        const chroma = Math.max(r, g, b) - Math.min(r, g, b);
        spread *= 1 + vibrance * (chroma > 1 ? 0 : 1 - chroma);
      }
      let shade = 255;
      if (vignette > 0) {
        const distance = Math.sqrt(2 * ((squares[x] as number) + square));
        shade *= 1 - 0.8 * vignette * smoothstep(0.3, 1, distance);
      }
      let speck = 0;
      if (grain) speck = (noise * ((grain[at] as number) - 128) * (1 - Math.abs(luma - 0.5))) / 255;
      const gray = luma * (1 - spread);
      pixels[at] = ((gray + r * spread) * gain + lift) * shade + speck;
      pixels[at + 1] = ((gray + g * spread) * gain + lift) * shade + speck;
      pixels[at + 2] = ((gray + b * spread) * gain + lift) * shade + speck;
    }
  }
}

/** Returns the adjustments as fractions of 1. */
export function fractions(adjustments: Adjustments): Sliders {
  const values = { ...adjustments };
  for (const name of sliderNames) values[name] /= 100;
  return values;
}

/** Returns the factors of red, green and blue: from blue to yellow by the warmth, from green to magenta by the tint. */
export function balanceOf({ warmth, tint }: Sliders): [red: number, green: number, blue: number] {
  const magenta = 1 + 0.07 * tint;
  return [(1 + 0.18 * warmth) * magenta, 1 - 0.14 * tint, (1 - 0.18 * warmth) * magenta];
}

function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return t * t * (3 - 2 * t);
}
