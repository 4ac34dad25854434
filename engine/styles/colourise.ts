import { gradient, tint } from "../pixels/colour";
import { free } from "../pixels/free";
import { smoothstep } from "../pixels/interpolation";
import { stretchLevels } from "../pixels/levels";
import { fbm } from "../pixels/noise";
import { copyRaster, luma, type Raster, shadePixels } from "../pixels/raster";
import { detectBackdrop } from "./backdrop";

/** Gradient map from shadow to light, in a landscape painter's pigments: indigo, pine, ochre, straw, cream. */
const ground = gradient(
  [0, "#1f2a3c"],
  [0.24, "#34524a"],
  [0.46, "#7d7b45"],
  [0.66, "#cf9f5e"],
  [0.85, "#f2d3a0"],
  [1, "#fff4dc"],
);
const air = gradient([0, "#2c4f8c"], [0.4, "#6f9fcb"], [0.7, "#b9d4e0"], [1, "#fbe8cf"]);

/** The share of near-white pixels above which an image is a page, not a photograph. */
const MAX_PAPER = 0.6;

/**
 * Returns how close an image is to greyscale: 1 for a black-and-white or sepia photograph, 0 for a colour one and for a
 * page of text or lines, whose paper stays white.
 */
export function greyness({ red, green, blue }: Raster): number {
  let sum = 0;
  let counted = 0;
  let white = 0;
  // A sepia print has one hue everywhere, so the mean colour cast is subtracted first.
  let [castR, castB] = [0, 0];
  for (let at = 0; at < red.length; at += 7, counted += 1) {
    castR += (red[at] ?? 0) - (green[at] ?? 0);
    castB += (blue[at] ?? 0) - (green[at] ?? 0);
    if ((green[at] ?? 0) > 0.97) white += 1;
  }
  if (white > counted * MAX_PAPER) return 0;
  castR /= counted;
  castB /= counted;
  for (let at = 0; at < red.length; at += 7) {
    sum += Math.abs((red[at] ?? 0) - (green[at] ?? 0) - castR);
    sum += Math.abs((blue[at] ?? 0) - (green[at] ?? 0) - castB);
  }
  return 1 - smoothstep(0.05, 0.068, sum / counted);
}

/**
 * Colourises a greyscale photograph with two gradient maps: cool air above, earth tones below. Returns colour
 * photographs unchanged.
 */
export function colouriseGrey(raster: Raster): Raster {
  const grey = greyness(raster);
  if (grey === 0) return raster;
  const { height } = raster;
  const light = stretchLevels(luma(raster), 0.02);
  const backdrop = detectBackdrop(raster);
  const painted = shadePixels(copyRaster(raster), (pixel, x, y, at) => {
    const drift = (fbm(x / 110, y / 110, 3) - 0.5) * 0.2;
    const l = (light[at] ?? 0) + drift;
    const { r, g, b } = ground(l);
    tint(pixel, { r, g, b }, grey * 0.8);
    // Distant areas, which are higher and paler, take the colour of the air.
    const far = (backdrop?.mask[at] ?? 0) * 0.85 + (1 - y / height) * smoothstep(0.25, 0.7, l) * 0.35;
    tint(pixel, air(1 - (1 - y / height) * (1.25 - l * 0.5)), grey * Math.min(0.9, far));
  });
  free(light, ...(backdrop ? [backdrop.mask] : []));
  return painted;
}
