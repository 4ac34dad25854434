import type { Size } from "~/ui/crop";
import type { Adjustments } from "./edits";

/** Cells of the grain along the longer side of a photo: it looks alike in the preview and in the shared photo. */
export const GRAIN_CELLS = 1400;

/**
 * Applies adjustments to RGBA pixels, in place. The fragment shader (render-webgl.ts) computes the same; a change of one
 * is a change of both.
 */
export function adjustPixels(
  pixels: Uint8ClampedArray,
  { width, height }: Size,
  adjustments: Adjustments,
): void {
  const { light, contrast, warmth, saturation, fade, vignette, grain } = fractions(adjustments);
  const tones = (factor: number) =>
    Float32Array.from({ length: 256 }, (_, byte) => toneOf(byte / 255, light, contrast) * factor);
  const [reds, greens, blues] = [tones(1 + 0.18 * warmth), tones(1), tones(1 - 0.18 * warmth)];
  // Values of a column: the grain's cell, and the squared distance from the middle.
  const cellsPerPixel = GRAIN_CELLS / Math.max(width, height);
  const cells = Int32Array.from({ length: width }, (_, x) => Math.floor((x + 0.5) * cellsPerPixel));
  const squares = Float32Array.from({ length: width }, (_, x) => ((x + 0.5) / width - 0.5) ** 2);
  const [gain, lift] = [1 - 0.3 * fade, 0.14 * fade];
  let at = 0;
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y + 0.5) * cellsPerPixel);
    const square = ((y + 0.5) / height - 0.5) ** 2;
    for (let x = 0; x < width; x++, at += 4) {
      const red = reds[pixels[at] as number] as number;
      const green = greens[pixels[at + 1] as number] as number;
      const blue = blues[pixels[at + 2] as number] as number;
      const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      let shade = 255;
      if (vignette > 0) {
        const distance = Math.sqrt(2 * ((squares[x] as number) + square));
        shade *= 1 - 0.8 * vignette * smoothstep(0.3, 1, distance);
      }
      let noise = 0;
      if (grain > 0) {
        noise = 76.5 * grain * (noiseAt(cells[x] as number, row) - 0.5) * (1 - Math.abs(luma - 0.5));
      }
      const gray = luma * -saturation;
      pixels[at] = ((gray + red * (1 + saturation)) * gain + lift) * shade + noise;
      pixels[at + 1] = ((gray + green * (1 + saturation)) * gain + lift) * shade + noise;
      pixels[at + 2] = ((gray + blue * (1 + saturation)) * gain + lift) * shade + noise;
    }
  }
}

/** Returns the adjustments as fractions of 1. */
export function fractions(adjustments: Adjustments): Adjustments {
  const { light, contrast, warmth, saturation, fade, vignette, grain } = adjustments;
  return {
    light: light / 100,
    contrast: contrast / 100,
    warmth: warmth / 100,
    saturation: saturation / 100,
    fade: fade / 100,
    vignette: vignette / 100,
    grain: grain / 100,
  };
}

/** Brightens the middle tones, then applies an S-curve, or less contrast. Black and white stay. */
function toneOf(value: number, light: number, contrast: number): number {
  const lit = value ** (2 ** -light);
  const curve = lit * lit * (3 - 2 * lit);
  return contrast >= 0 ? lit + (curve - lit) * contrast : lit + (0.5 - lit) * -contrast * 0.6;
}

function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return t * t * (3 - 2 * t);
}

/** Returns a number from 0 to 1 that looks random, the same one for the same cell. */
function noiseAt(x: number, y: number): number {
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 8) / 0xffffff;
}
