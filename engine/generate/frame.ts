import { linear, type Rgb } from "../pixels/colour";
import { clamp, mix } from "../pixels/interpolation";
import { createRaster, type PixelShader, planesOf, type Raster } from "../pixels/raster";

/**
 * A scene in linear light: 1 is display white; brighter values are allowed and compressed by the tone mapping. Scene
 * coordinates are in units of the frame's height: v from 0 (top) to 1, u from 0 to the aspect ratio.
 */
export type Frame = Raster;

export const aspectOf = ({ width, height }: Frame): number => width / height;

const cache = new Map<string, Rgb>();

/** Parses a hex colour to linear light, multiplied by an exposure (above 1 for light sources). */
export function linearColour(hex: string, exposure = 1): Rgb {
  let colour = cache.get(hex);
  if (!colour) {
    const value = Number.parseInt(hex.slice(1), 16);
    colour = {
      r: linear(((value >> 16) & 255) / 255),
      g: linear(((value >> 8) & 255) / 255),
      b: linear((value & 255) / 255),
    };
    cache.set(hex, colour);
  }
  return { r: colour.r * exposure, g: colour.g * exposure, b: colour.b * exposure };
}

/** Converts linear light to an sRGB hex colour for SVG. */
export function toHex({ r, g, b }: Rgb): string {
  const screen = (value: number) => {
    const clampTo = clamp(value);
    const encoded = clampTo <= 0.0031308 ? clampTo * 12.92 : 1.055 * clampTo ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${screen(r)}${screen(g)}${screen(b)}`;
}

export const mixColour = (from: Rgb, to: Rgb, amount: number): Rgb => ({
  r: mix(from.r, to.r, amount),
  g: mix(from.g, to.g, amount),
  b: mix(from.b, to.b, amount),
});

export const scaleColour = ({ r, g, b }: Rgb, by: number): Rgb => ({ r: r * by, g: g * by, b: b * by });

/** Adds a colour times `amount` to a pixel: additive blending. */
export function addLight(pixel: Rgb, colour: Rgb, amount: number): void {
  pixel.r += colour.r * amount;
  pixel.g += colour.g * amount;
  pixel.b += colour.b * amount;
}

/** Half-width of the moving average over a gradient table, in steps of 1/512. */
const ROUNDING = 22;

/** Returns a gradient of linear colours as a function of a position in [0, 1]. */
export function ramp(stops: readonly (readonly [at: number, colour: Rgb])[]): (position: number) => Rgb {
  const sharp = Array.from({ length: 513 }, (_, step): Rgb => {
    const position = step / 512;
    const next = stops.find(([at]) => at >= position) ?? stops.at(-1);
    const last = stops.findLast(([at]) => at <= position) ?? stops.at(0);
    if (!next || !last) throw new Error("A ramp needs a stop");
    return mixColour(last[1], next[1], next[0] === last[0] ? 0 : (position - last[0]) / (next[0] - last[0]));
  });
  const black = { r: 0, g: 0, b: 0 };
  // A kink in a gradient is visible as an edge (Mach band), so the table is smoothed.
  const table = sharp.map((_, step): Rgb => {
    const near = sharp.slice(Math.max(0, step - ROUNDING), step + ROUNDING + 1);
    return scaleColour(
      near.reduce(
        (sum, colour) => ({ r: sum.r + colour.r, g: sum.g + colour.g, b: sum.b + colour.b }),
        black,
      ),
      1 / near.length,
    );
  });
  return (position) => table[Math.round(clamp(position) * 512)] ?? black;
}

interface Region {
  top?: number;
  bottom?: number;
  left?: number;
  right?: number;
}

const clamped = (value: number, most: number) => Math.max(0, Math.min(most, value));

/** Runs a shader over a region of the frame; it gets (u, v) of the pixel's centre. */
export function paint(frame: Frame, shader: PixelShader, region: Region = {}): void {
  const { width, height, red, green, blue } = frame;
  const pixel: Rgb = { r: 0, g: 0, b: 0 };
  const firstY = clamped(Math.floor((region.top ?? 0) * height), height);
  const lastY = clamped(Math.ceil((region.bottom ?? 1) * height), height);
  const firstX = clamped(Math.floor((region.left ?? 0) * height), width);
  const lastX = clamped(Math.ceil((region.right ?? width / height) * height), width);
  for (let y = firstY; y < lastY; y += 1) {
    const v = (y + 0.5) / height;
    for (let x = firstX, at = y * width + firstX; x < lastX; x += 1, at += 1) {
      pixel.r = red[at] ?? 0;
      pixel.g = green[at] ?? 0;
      pixel.b = blue[at] ?? 0;
      shader(pixel, (x + 0.5) / height, v, at);
      red[at] = pixel.r;
      green[at] = pixel.g;
      blue[at] = pixel.b;
    }
  }
}

export type Line = (u: number) => number;

/**
 * Runs a shader below a line, down to `foot`, with an antialiased edge; `depth` is the distance below the line, in
 * frame heights.
 */
export function paintBelow(
  frame: Frame,
  line: Line,
  shader: (pixel: Rgb, u: number, v: number, depth: number) => void,
  foot = 1,
): void {
  const { width, height, red, green, blue } = frame;
  const tops = Float32Array.from({ length: width }, (_, x) => line((x + 0.5) / height) * height);
  const first = Math.max(0, Math.floor(tops.reduce((lowest, top) => Math.min(lowest, top), height)));
  const pixel: Rgb = { r: 0, g: 0, b: 0 };
  const last = Math.min(height, Math.ceil(foot * height));
  for (let y = first; y < last; y += 1) {
    const v = (y + 0.5) / height;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const below = y + 1 - (tops[x] ?? height);
      if (below <= 0) continue;
      const [r, g, b] = [red[at] ?? 0, green[at] ?? 0, blue[at] ?? 0];
      pixel.r = r;
      pixel.g = g;
      pixel.b = b;
      shader(pixel, (x + 0.5) / height, v, (below - 0.5) / height);
      const cover = Math.min(below, 1);
      red[at] = mix(r, pixel.r, cover);
      green[at] = mix(g, pixel.g, cover);
      blue[at] = mix(b, pixel.b, cover);
    }
  }
}

/** Adds light around a point: strength × exp(−(distance / radius)²). */
export function glow(
  frame: Frame,
  u: number,
  v: number,
  radius: number,
  colour: Rgb,
  strength: number,
): void {
  const reach = radius * Math.sqrt(Math.log(Math.max(2, strength / 0.0005)));
  const inverse = 1 / (radius * radius);
  paint(
    frame,
    (pixel, pu, pv) => {
      const [du, dv] = [pu - u, pv - v];
      addLight(pixel, colour, strength * Math.exp(-(du * du + dv * dv) * inverse));
    },
    { top: v - reach, bottom: v + reach, left: u - reach, right: u + reach },
  );
}

/** Returns the frame enlarged 2× by bilinear interpolation. Soft layers are painted at half size and enlarged. */
export function upscale2x(small: Frame): Frame {
  const large = createRaster(small.width * 2, small.height * 2);
  const sources = planesOf(small);
  planesOf(large).forEach((plane, index) => {
    const source = sources[index];
    if (!source) return;
    for (let y = 0, at = 0; y < large.height; y += 1) {
      const sy = clamped((y + 0.5) / 2 - 0.5, small.height - 1.001);
      const top = Math.floor(sy) * small.width;
      const ty = sy - Math.floor(sy);
      for (let x = 0; x < large.width; x += 1, at += 1) {
        const sx = clamped((x + 0.5) / 2 - 0.5, small.width - 1.001);
        const left = Math.floor(sx);
        const tx = sx - left;
        const upper = mix(source[top + left] ?? 0, source[top + left + 1] ?? 0, tx);
        const lower = mix(
          source[top + small.width + left] ?? 0,
          source[top + small.width + left + 1] ?? 0,
          tx,
        );
        plane[at] = mix(upper, lower, ty);
      }
    }
  });
  return large;
}
