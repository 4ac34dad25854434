import { saturate } from "../pixels/colour";
import { smoothstep } from "../pixels/interpolation";
import { fromOklab, type Oklab } from "../pixels/oklab";
import { kMeansPalette, nearestTwo, oklabPixels } from "../pixels/quantise";
import { createRandom } from "../pixels/random";
import { shadePixels } from "../pixels/raster";
import { resizeNearest, shrinkTo } from "../pixels/resize";
import { colouriseGrey } from "./colourise";
import type { Style } from "./style";

/** Long side of the image, in art pixels. */
const GRID = 128;
/** Size of the palette, as on 16-bit consoles. */
export const PIXEL_ART_COLOURS = 24;

/** 4 × 4 Bayer matrix for ordered dithering. */
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((rank) => (rank + 0.5) / 16);

/** Large square pixels in a 24-colour palette with ordered dithering. */
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
    // Dithers only between two near entries: dithering everywhere would look like noise.
    const isSecond = share > 0.28 && share > (bayer[(y % 4) * 4 + (x % 4)] ?? 0);
    Object.assign(pixel, drawn[isSecond ? second : first]);
  });
  return resizeNearest(grid, size.width, size.height);
};

/** Rounds a palette entry to whole bytes, so that encoding does not split a colour in two. */
function roundToBytes(entry: Oklab) {
  const { r, g, b } = fromOklab(entry);
  const whole = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255) / 255;
  return { r: whole(r), g: whole(g), b: whole(b) };
}
