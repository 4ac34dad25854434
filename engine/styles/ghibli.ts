import { bloom, boxBlur, gaussianBlur } from "../pixels/blur";
import { lumaOf, type Rgb, rgb, saturate, tint } from "../pixels/colour";
import { xdog } from "../pixels/edges";
import { free } from "../pixels/free";
import { guidedFilter } from "../pixels/guided-filter";
import { clamp, mix, smoothstep } from "../pixels/interpolation";
import { kuwahara } from "../pixels/kuwahara";
import { stretchLevels } from "../pixels/levels";
import { fbm, noise } from "../pixels/noise";
import { luma, planesOf, type Raster, shadePixels } from "../pixels/raster";
import { shrinkTo } from "../pixels/resize";
import { detectSky, maskedMean } from "./backdrop";
import { colouriseGrey, greyness } from "./colourise";
import type { Style } from "./style";
import { summerSky } from "./summer-sky";

const SIDE = 704;
/** Mean luma of a sky below which it is a night's, which stays one. */
const MAX_NIGHT = 0.22;

const dusk = rgb("#3a3f86");
const cream = rgb("#fff2cf");
const ink = rgb("#3b2530");

/** Shifts greens to poster colours: yellower in the light, bluer in the shade. */
function foliage(pixel: Rgb, light: number): void {
  const green = smoothstep(0, 0.1, Math.min(pixel.g - pixel.b, pixel.g - pixel.r + 0.07));
  if (green === 0) return;
  pixel.r += green * (mix(-0.07, 0.1, light) - 0.02);
  pixel.g += green * mix(0.02, 0.13, light);
  pixel.b += green * mix(0.07, -0.09, light);
}

/**
 * A hand-painted animation still: Kuwahara-flattened surfaces, cel shading, thin brown lines, and a painted summer
 * sky in place of a detected one.
 */
export const ghibli: Style = async (source, _size, checkpoint) => {
  const photo = shrinkTo(source, SIDE);
  const { width, height } = photo;
  const sky = detectSky(photo, greyness(photo));
  const seen = luma(photo);
  const isNight = sky !== null && maskedMean(seen, sky.mask) < MAX_NIGHT;
  // The levels are stretched below, but a dark photo stays darker than a light one.
  const whole = seen.reduce((sum, value) => sum + value, 0) / seen.length;
  const dim = mix(0.6, 1, smoothstep(0.06, 0.22, whole));
  free(seen);
  const raster = colouriseGrey(photo);
  const plain = luma(raster);
  const lines = xdog(gaussianBlur(plain, width, height, 0.9), width, height, {
    sigma: 0.95,
    sharpness: 21,
    threshold: 0.3,
    steepness: 9,
  });
  await checkpoint();
  const smooth = guidedFilter(raster, 6, 0.004);
  await checkpoint();
  const painted = await kuwahara(smooth, { radius: 4, hardness: 6 }, checkpoint);
  free(plain, ...planesOf(smooth));
  const light = stretchLevels(luma(painted), 0.008);
  const shadowEdge = boxBlur(light, width, height, 2);
  await checkpoint();
  shadePixels(painted, (pixel, x, y, at) => {
    const l = light[at] ?? 0;
    const before = lumaOf(pixel);
    // Cel shading: three thresholds on the blurred luma, mixed with the continuous tone.
    const cel =
      mix(0.2, 0.5, smoothstep(0.24, 0.3, shadowEdge[at] ?? 0)) +
      0.27 * smoothstep(0.5, 0.56, shadowEdge[at] ?? 0) +
      0.2 * smoothstep(0.78, 0.84, shadowEdge[at] ?? 0);
    const target = mix(l ** 0.82, cel, 0.55) * 0.93 * dim + 0.07;
    const gain = target / Math.max(0.06, before);
    pixel.r = mix(pixel.r * Math.min(gain, 3.2), pixel.r + target - before, 0.35);
    pixel.g = mix(pixel.g * Math.min(gain, 3.2), pixel.g + target - before, 0.35);
    pixel.b = mix(pixel.b * Math.min(gain, 3.2), pixel.b + target - before, 0.35);
    saturate(pixel, 1.55);
    foliage(pixel, l);
    tint(pixel, dusk, (1 - smoothstep(0.05, 0.5, target)) * 0.34);
    tint(pixel, cream, smoothstep(0.62, 1, target) * 0.3);
    const brushed = 1 + (noise(x / 5, y / 17) - 0.5) * 0.05 + (fbm(x / 38, y / 30, 2) - 0.5) * 0.07;
    pixel.r = clamp(pixel.r * brushed);
    pixel.g = clamp(pixel.g * brushed);
    pixel.b = clamp(pixel.b * brushed);
    const line = (1 - (lines[at] ?? 1)) * (1 - (sky?.mask[at] ?? 0));
    tint(pixel, ink, line * 0.72);
  });
  free(light, shadowEdge, lines);
  await checkpoint();
  if (sky) {
    paintOver(painted, sky.mask, summerSky(photo, Math.max(height * 0.3, sky.bottom), isNight));
    await checkpoint();
  }
  return bloom(painted, 0.82, width / 70, 0.28);
};

/** Paints another raster over one where a mask is open, and frees the mask and the other one. */
function paintOver(painted: Raster, mask: Float32Array, above: Raster): void {
  shadePixels(painted, (pixel, _x, _y, at) => {
    const share = mask[at] ?? 0;
    const colour = { r: above.red[at] ?? 0, g: above.green[at] ?? 0, b: above.blue[at] ?? 0 };
    if (share > 0.01) tint(pixel, colour, share);
  });
  free(mask, ...planesOf(above));
}
