import { bloom, gaussianBlur, gaussianBlurInPlace } from "../pixels/blur";
import { gradient, rgb, saturate } from "../pixels/colour";
import { scharr } from "../pixels/edges";
import { free } from "../pixels/free";
import { clamp, mix, smoothstep } from "../pixels/interpolation";
import { equaliseHistogram, flattenLighting, stretchLevels } from "../pixels/levels";
import { cellHash, fbm, noise } from "../pixels/noise";
import { createRaster, luma, type Raster, shadePixels } from "../pixels/raster";
import { shrinkTo } from "../pixels/resize";
import type { Style } from "./style";

const SIDE = 900;

const night = gradient(
  [0, "#070a26"],
  [0.2, "#151d5e"],
  [0.42, "#3f1c9a"],
  [0.62, "#b91c98"],
  [0.8, "#ff4fa0"],
  [0.92, "#7fe8ff"],
  [1, "#e8fdff"],
);
const magenta = rgb("#ff1fa8");
const cyan = rgb("#12f0ff");

/** A city at night: blue shadows by a gradient map, edges as neon tubes, bloom, haze and rain. */
export const cyberpunk: Style = async (source, _size, checkpoint) => {
  const raster = shrinkTo(source, SIDE);
  const { width, height } = raster;
  const scale = Math.max(width, height) / 900;
  const light = flattenLighting(equaliseHistogram(stretchLevels(luma(raster)), 0.5), width, height, 0.4);
  // Edges of the square root of the luma: dark edges count as much as bright ones.
  const scratch = new Float32Array(light.length);
  const seen = gaussianBlurInPlace(light.map(Math.sqrt), width, height, 1.4 * scale, scratch);
  const { dx, dy, length: edge } = scharr(seen, width, height);
  free(scratch, seen, dx, dy);
  const halo = gaussianBlur(edge, width, height, 7 * scale);
  await checkpoint();
  // The colour of the neon: a noisy transition from magenta on the left to cyan on the right.
  const isCyan = (x: number, y: number) =>
    smoothstep(0.4, 0.6, x / width + (fbm(x / 150, y / 150, 2) - 0.5) * 0.9);
  shadePixels(raster, (pixel, x, y, at) => {
    const l = light[at] ?? 0;
    saturate(pixel, 1.2);
    const tone = night(l ** 0.9 * 0.9);
    pixel.r = mix(pixel.r * 0.35, tone.r, 0.78);
    pixel.g = mix(pixel.g * 0.35, tone.g, 0.78);
    pixel.b = mix(pixel.b * 0.45, tone.b, 0.78);
    const c = isCyan(x, y);
    const tube = smoothstep(0.07, 0.32, edge[at] ?? 0);
    const glow = (halo[at] ?? 0) * 2.1;
    const core = tube * tube * 0.55;
    const lit = tube * 0.95 + glow;
    pixel.r += mix(magenta.r, cyan.r, c) * lit + core;
    pixel.g += mix(magenta.g, cyan.g, c) * lit + core;
    pixel.b += mix(magenta.b, cyan.b, c) * lit + core;
    // Haze at street level: magenta on the left, cyan on the right.
    const haze = smoothstep(0.35, 1, y / height) * 0.2;
    pixel.r += mix(magenta.r, cyan.r, x / width) * haze * 0.8;
    pixel.g += mix(magenta.g, cyan.g, x / width) * haze * 0.6;
    pixel.b += mix(magenta.b, cyan.b, x / width) * haze;
    const fall = 1 - 0.4 * (((x / width - 0.5) * 1.7) ** 2 + ((y / height - 0.5) * 1.5) ** 2);
    pixel.r *= fall;
    pixel.g *= fall;
    pixel.b *= fall;
  });
  free(light, edge, halo);
  await checkpoint();
  bloom(raster, 0.62, 11 * scale, 0.85);
  await checkpoint();
  return addScreenArtefacts(raster, scale);
};

/** Adds rain, scan lines, chromatic aberration and a few displaced rows. */
function addScreenArtefacts(raster: Raster, scale: number): Raster {
  const { width, height, red, green, blue } = raster;
  const target = createRaster(width, height);
  const fringe = Math.max(1, Math.round(2.2 * scale));
  const band = Math.max(6, Math.round(13 * scale));
  for (let y = 0, at = 0; y < height; y += 1) {
    const strip = Math.floor(y / band);
    const slipped = cellHash(strip, 7) > 0.955 ? Math.round((cellHash(strip, 11) - 0.5) * 44 * scale) : 0;
    const line = y % 3 === 0 ? 0.84 : 1.04;
    const row = y * width;
    const read = (plane: Float32Array, x: number) =>
      plane[row + Math.min(width - 1, Math.max(0, x + slipped))] ?? 0;
    for (let x = 0; x < width; x += 1, at += 1) {
      const streak = noise((x + y * 0.13) / (1.5 * scale), y / (38 * scale));
      const rain = smoothstep(0.86, 0.98, streak) * 0.3;
      const r = read(red, x - fringe);
      const g = read(green, x);
      const b = read(blue, x + fringe);
      const wet = rain * (0.35 + clamp(0.5 * r + 0.3 * g + 0.4 * b));
      target.red[at] = (r + wet * 0.7) * line;
      target.green[at] = (g + wet * 0.9) * line;
      target.blue[at] = (b + wet) * line;
    }
  }
  return target;
}
