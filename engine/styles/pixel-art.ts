import { saturate } from "../pixels/colour";
import { smoothstep } from "../pixels/interpolation";
import { fromOklab, type Oklab } from "../pixels/oklab";
import { kMeansPalette, nearestTwo, oklabPixels } from "../pixels/quantise";
import { createRandom } from "../pixels/random";
import { shadePixels } from "../pixels/raster";
import { resizeNearest, shrinkTo } from "../pixels/resize";
import { colouriseGrey } from "./colourise";
import type { Style } from "./style";

/** Long side of the drawing, in its own big pixels. */
const GRID = 128;
/** Of the 16-bit consoles' order; a test holds the reply to it. */
export const PIXEL_ART_COLOURS = 24;

/** Bayer's ordered dither, four by four. */
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((rank) => (rank + 0.5) / 16);

/** Big square pixels of a small palette, shaded by a dither pattern, as a console drew them. */
export const pixelArt: Style = async (source, size, checkpoint) => {
  const grid = shrinkTo(colouriseGrey(shrinkTo(source, GRID * 4)), GRID);
  shadePixels(grid, (pixel) => {
    saturate(pixel, 1.45);
    pixel.r = smoothstep(-0.12, 1.1, pixel.r);
    pixel.g = smoothstep(-0.12, 1.1, pixel.g);
    pixel.b = smoothstep(-0.12, 1.1, pixel.b);
  });
  const colours = oklabPixels(grid);
  const palette = kMeansPalette(colours, PIXEL_ART_COLOURS, createRandom(16));
  await checkpoint();
  const drawn = palette.map(roundToBytes);
  shadePixels(grid, (pixel, x, y, at) => {
    const colour = colours[at];
    if (!colour) return;
    const { first, second, share } = nearestTwo(colour, palette);
    // Only where a colour lies well between two: dither everywhere would be noise.
    const isSecond = share > 0.28 && share > (bayer[(y % 4) * 4 + (x % 4)] ?? 0);
    Object.assign(pixel, drawn[isSecond ? second : first]);
  });
  return resizeNearest(grid, size.width, size.height);
};

/** A palette entry as whole bytes, so that no colour splits in two on the way to the file. */
function roundToBytes(entry: Oklab) {
  const { r, g, b } = fromOklab(entry);
  const whole = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255) / 255;
  return { r: whole(r), g: whole(g), b: whole(b) };
}
