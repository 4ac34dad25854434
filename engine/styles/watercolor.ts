import { gaussianBlur } from "../pixels/blur";
import { lumaOf, rgb, saturate, tint } from "../pixels/colour";
import { scharr, xdog } from "../pixels/edges";
import { free } from "../pixels/free";
import { clamp, mix, smoothstep } from "../pixels/interpolation";
import { kuwahara } from "../pixels/kuwahara";
import { fbm, noise } from "../pixels/noise";
import { createRaster, luma, planesOf, type Raster, shadePixels } from "../pixels/raster";
import { shrinkTo } from "../pixels/resize";
import { colouriseGrey } from "./colourise";
import type { Style } from "./style";

/** Long side of the working raster, in pixels: watercolour has no finer detail. */
const SIDE = 672;

const darkest = rgb("#2b3245");
const paper = { r: 0.985, g: 0.972, b: 0.94 };

/** Displaces every pixel by noise of `amount` pixels, as a brush that does not quite follow the pencil. */
function wobble(source: Raster, amount: number): Raster {
  const target = createRaster(source.width, source.height);
  for (let y = 0, at = 0; y < source.height; y += 1) {
    for (let x = 0; x < source.width; x += 1, at += 1) {
      const dx = (fbm(x / 19, y / 19, 2) - 0.5) * amount;
      const dy = (fbm(x / 19 + 71, y / 19 + 33, 2) - 0.5) * amount;
      const sx = Math.min(source.width - 1, Math.max(0, Math.round(x + dx)));
      const sy = Math.min(source.height - 1, Math.max(0, Math.round(y + dy)));
      const from = sy * source.width + sx;
      target.red[at] = source.red[from] ?? 0;
      target.green[at] = source.green[from] ?? 0;
      target.blue[at] = source.blue[from] ?? 0;
    }
  }
  return target;
}

/** Returns the unpainted share of the paper: 1 at its ragged edge, 0 inside. */
function dryRim(x: number, y: number, width: number, height: number): number {
  const reach = Math.min(width, height);
  const rim = Math.min(x, y, width - x, height - y) / reach;
  // Never less than a margin: a wash that runs off the paper has no edge.
  const ragged = Math.max(0.026, 0.045 + 0.13 * (fbm(x / (reach * 0.26), y / (reach * 0.26), 3) - 0.42));
  // Dry brush: streaks at the edge of the wash.
  const hairs = 0.01 * (noise(x / 3.4, y / 26) + noise(x / 26, y / 3.4) - 1);
  return 1 - smoothstep(ragged - 0.004, ragged + 0.01, rim + hairs);
}

/**
 * Watercolour (after Bousseau 2006): Kuwahara-flattened washes, pigment density modulated by edges, paper grain and
 * turbulence, over a pencil sketch.
 */
export const watercolor: Style = async (source, _size, checkpoint) => {
  const small = colouriseGrey(shrinkTo(source, SIDE));
  const { width, height } = small;
  const sketch = xdog(gaussianBlur(luma(small), width, height, 0.8), width, height, {
    sigma: 1,
    sharpness: 18,
    threshold: 0.32,
    steepness: 3,
  });
  await checkpoint();
  const dabs = await kuwahara(small, { radius: 5, hardness: 8 }, checkpoint);
  const washes = wobble(dabs, 9);
  free(...planesOf(dabs));
  await checkpoint();
  shadePixels(washes, (pixel) => {
    saturate(pixel, 1.35);
    const l = lumaOf(pixel);
    // Quantises the luma to five soft steps, and keeps much of the paper light.
    const steps = l * 5;
    const step = (Math.floor(steps) + smoothstep(0.3, 0.7, steps % 1)) / 5;
    const lit = 0.2 + 0.8 * mix(l, step, 0.6) ** 0.8;
    const gain = lit / Math.max(0.05, l);
    pixel.r = clamp(pixel.r * mix(1, gain, 0.8) + (lit - l) * 0.2);
    pixel.g = clamp(pixel.g * mix(1, gain, 0.8) + (lit - l) * 0.2);
    pixel.b = clamp(pixel.b * mix(1, gain, 0.8) + (lit - l) * 0.2);
    // Black is no watercolour: the darkest pigment is Payne's grey.
    tint(pixel, darkest, 0.75 * (1 - smoothstep(0, 0.22, l)));
  });
  const edge = scharr(gaussianBlur(luma(washes), width, height, 1.1), width, height).length;
  await checkpoint();
  shadePixels(washes, (pixel, x, y, at) => {
    const granulation = (fbm(x / 2.1, y / 2.1, 2) - 0.5) * 0.9;
    const bloom = (fbm(x / 90 + 5, y / 90, 4) - 0.5) * 2.6;
    const dry = dryRim(x, y, width, height);
    // Pigment also gathers at the edge of the painted area, as a darker line.
    const rim = dry * (1 - dry) * 4;
    const gathered = smoothstep(0.05, 0.55, edge[at] ?? 0) * 1.5 + rim * 0.7;
    const density = Math.max(0.15, 1 + gathered + granulation * 0.5 + bloom * 0.42);
    const wash = (value: number) => clamp(value - (value - value * value) * (density - 1));
    // Beyond the wash only the lines of the sketch are seen, not the surfaces that it fills.
    const drawn = mix(0.34, 0.12 * smoothstep(0.05, 0.2, edge[at] ?? 0), dry);
    const pencil = 1 - (1 - (sketch[at] ?? 1)) * drawn;
    const tooth = 1 + (noise(x / 1.7, y / 1.7) - 0.5) * 0.07;
    pixel.r = mix(wash(pixel.r) * paper.r, paper.r, dry) * pencil * tooth;
    pixel.g = mix(wash(pixel.g) * paper.g, paper.g, dry) * pencil * tooth;
    pixel.b = mix(wash(pixel.b) * paper.b, paper.b, dry) * pencil * tooth;
  });
  free(sketch, edge);
  return washes;
};
