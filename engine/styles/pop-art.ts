import { gaussianBlur } from "../pixels/blur";
import { type Rgb, rgb } from "../pixels/colour";
import { xdog } from "../pixels/edges";
import { free } from "../pixels/free";
import { guidedFilter } from "../pixels/guided-filter";
import { smoothstep } from "../pixels/interpolation";
import { equaliseHistogram, flattenLighting } from "../pixels/levels";
import { createRaster, luma, planesOf } from "../pixels/raster";
import { fitWithin, resize } from "../pixels/resize";
import type { Style } from "./style";

interface InkSet {
  ink: Rgb;
  shade: Rgb;
  middle: Rgb;
  light: Rgb;
}

const inkSet = (ink: string, shade: string, middle: string, light: string): InkSet => ({
  ink: rgb(ink),
  shade: rgb(shade),
  middle: rgb(middle),
  light: rgb(light),
});

/** The inks of the four panels. */
const inkSets = [
  inkSet("#1b1238", "#e6007e", "#ff5fa2", "#ffe600"),
  inkSet("#14213d", "#0077ff", "#00c2d1", "#ffd1ec"),
  inkSet("#23062f", "#ff3d00", "#ff9e00", "#7df9ff"),
  inkSet("#0c1b33", "#7b2ff7", "#2ee59d", "#fff27a"),
] as const;

/** Long side of the whole sheet, in pixels. */
const SIDE = 1024;

/** Four screen prints of one image: flat inks, a halftone, thick outlines. */
export const popArt: Style = async (source, _size, checkpoint) => {
  const sheet = fitWithin(source, SIDE);
  const gutter = Math.max(4, Math.round(Math.max(sheet.width, sheet.height) * 0.009));
  const width = Math.ceil((sheet.width - gutter * 3) / 2);
  const height = Math.ceil((sheet.height - gutter * 3) / 2);
  const raster = resize(source, width, height);
  const surface = guidedFilter(raster, 3, 0.004);
  const plain = flattenLighting(equaliseHistogram(luma(surface), 0.75), width, height, 0.4);
  free(...planesOf(surface));
  const light = gaussianBlur(plain, width, height, 1.5);
  const outline = xdog(plain, width, height, {
    sigma: 1.3,
    sharpness: 20,
    threshold: 0.36,
    steepness: 14,
  });
  await checkpoint();
  const target = createRaster(sheet.width, sheet.height);
  target.red.fill(0.98);
  target.green.fill(0.97);
  target.blue.fill(0.95);
  const pitch = Math.max(4, Math.max(width, height) / 74);
  inkSets.forEach((inks, panel) => {
    const left = gutter + (panel % 2) * (width + gutter);
    const top = gutter + (panel >> 1) * (height + gutter);
    // Misregistration: each panel's colours are shifted by a pixel.
    const [slipX, slipY] = [(panel % 2) * 2 - 1, panel > 1 ? 1 : -1];
    for (let y = 0; y < height && top + y < sheet.height; y += 1) {
      for (let x = 0; x < width && left + x < sheet.width; x += 1) {
        const place = (top + y) * sheet.width + left + x;
        const slipped =
          Math.min(height - 1, Math.max(0, y + slipY)) * width + Math.min(width - 1, Math.max(0, x + slipX));
        const tone = light[slipped] ?? 0;
        const colour = halftone(inks, tone, x, y, pitch);
        const black = 1 - Math.max(0, Math.min(outline[y * width + x] ?? 1, smoothstep(0.1, 0.14, tone)));
        target.red[place] = colour.r + (inks.ink.r - colour.r) * black;
        target.green[place] = colour.g + (inks.ink.g - colour.g) * black;
        target.blue[place] = colour.b + (inks.ink.b - colour.b) * black;
      }
    }
  });
  free(plain, light, outline);
  return target;
};

/** Returns the ink at a pixel: flat shade, flat middle or flat light, with a halftone between the last two. */
function halftone({ shade, middle, light }: InkSet, tone: number, x: number, y: number, pitch: number): Rgb {
  if (tone < 0.36) return shade;
  const u = (x + y) / (pitch * Math.SQRT2);
  const v = (x - y) / (pitch * Math.SQRT2);
  const du = u - Math.floor(u) - 0.5;
  const dv = v - Math.floor(v) - 0.5;
  const away = Math.sqrt(du * du + dv * dv);
  const radius = 0.64 * Math.sqrt(Math.max(0, 1 - (tone - 0.36) / 0.4));
  return away < radius ? middle : light;
}
