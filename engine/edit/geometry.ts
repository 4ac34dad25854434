import { createRaster, planesOf, type Raster } from "../pixels/raster";

/** Returns a raster whose pixel (x, y) is the source's pixel at index `from(x, y)`. */
function remapPixels(
  source: Raster,
  width: number,
  height: number,
  from: (x: number, y: number) => number,
): Raster {
  const target = createRaster(width, height);
  const planes = planesOf(source);
  planesOf(target).forEach((plane, index) => {
    for (let y = 0, at = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1, at += 1) plane[at] = planes[index]?.[from(x, y)] ?? 0;
    }
  });
  return target;
}

export const rotateRight = (p: Raster): Raster =>
  remapPixels(p, p.height, p.width, (x, y) => (p.height - 1 - x) * p.width + y);

export const rotateLeft = (p: Raster): Raster =>
  remapPixels(p, p.height, p.width, (x, y) => x * p.width + p.width - 1 - y);

export const rotate180 = (p: Raster): Raster =>
  remapPixels(p, p.width, p.height, (x, y) => (p.height - 1 - y) * p.width + p.width - 1 - x);

export const flipHorizontal = (p: Raster): Raster =>
  remapPixels(p, p.width, p.height, (x, y) => y * p.width + p.width - 1 - x);

export const flipVertical = (p: Raster): Raster =>
  remapPixels(p, p.width, p.height, (x, y) => (p.height - 1 - y) * p.width + x);

/** Crops the central square. */
export function cropSquare(p: Raster): Raster {
  const side = Math.min(p.width, p.height);
  const left = (p.width - side) >> 1;
  const top = (p.height - side) >> 1;
  return remapPixels(p, side, side, (x, y) => (top + y) * p.width + left + x);
}

/** Draws a white border of 5 % of the shorter side inside the image, so that its size stays the same. */
export function addBorder(p: Raster): Raster {
  const margin = Math.round(Math.min(p.width, p.height) * 0.05);
  const target = remapPixels(p, p.width, p.height, (x, y) => y * p.width + x);
  for (const plane of planesOf(target)) {
    for (let y = 0, at = 0; y < p.height; y += 1) {
      for (let x = 0; x < p.width; x += 1, at += 1) {
        if (Math.min(x, y, p.width - 1 - x, p.height - 1 - y) < margin) plane[at] = 0.985;
      }
    }
  }
  return target;
}
