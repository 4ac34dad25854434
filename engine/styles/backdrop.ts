import { boxBlur, gaussianBlur } from "../pixels/blur";
import { scharr } from "../pixels/edges";
import { free } from "../pixels/free";
import { planesOf, type Raster } from "../pixels/raster";
import { resizePlaneTo, shrinkTo } from "../pixels/resize";

export interface Backdrop {
  /** Membership of each pixel, in [0, 1]. */
  mask: Float32Array;
  /** The lowest row in which the mask covers a quarter of the width. */
  bottom: number;
  /** Covered share of the image, in [0, 1]. */
  share: number;
}

/**
 * Longer side of the analysed image, in pixels. At one size, edges are as steep and noise is as weak in a small
 * photograph as in a large one.
 */
const SIDE = 540;
/** Local gradient magnitude above which a pixel belongs to an object. */
const MAX_DETAIL = 0.022;
/** Sum of the three channel differences below which two smooth areas belong to one backdrop. */
const MAX_COLOUR_DIFFERENCE = 0.24;

type Belongs = (r: number, g: number, b: number) => boolean;

/**
 * Detects the smooth surface at the top edge: sky, wall or mist. Returns null when there is none, or hardly anything
 * else.
 * @param belongs excludes smooth pixels of the wrong colour
 */
export function detectBackdrop(source: Raster, belongs: Belongs = () => true): Backdrop | null {
  const raster = shrinkTo(source, SIDE);
  const found = detectInSmall(raster, belongs);
  if (raster === source) return found;
  free(...planesOf(raster));
  if (!found) return null;
  const mask = resizePlaneTo(found.mask, raster, source);
  free(found.mask);
  return { ...found, mask, bottom: Math.round((found.bottom * source.height) / raster.height) };
}

function detectInSmall(raster: Raster, belongs: Belongs): Backdrop | null {
  const { width, height } = raster;
  // The steepest gradient of all three channels: red hair may have the same luma as a blue wall behind it.
  const steepest = new Float32Array(width * height);
  for (const plane of planesOf(raster)) {
    const soft = gaussianBlur(plane, width, height, 1.7);
    const { dx, dy, length } = scharr(soft, width, height);
    for (let at = 0; at < length.length; at += 1) steepest[at] = Math.max(steepest[at] ?? 0, length[at] ?? 0);
    free(soft, dx, dy, length);
  }
  const detail = boxBlur(steepest, width, height, 2);
  free(steepest);
  const { red, green, blue } = raster;
  const isOpen = (at: number) =>
    (detail[at] ?? 1) < MAX_DETAIL && belongs(red[at] ?? 0, green[at] ?? 0, blue[at] ?? 0);
  const mask = new Float32Array(width * height);
  const queue: number[] = [];
  for (let x = 0; x < width; x += 1) if (isOpen(x)) queue.push(x);
  if (queue.length < width * 0.3) return null;
  for (const at of queue) mask[at] = 1;
  floodFill(mask, width, queue, isOpen);
  // An object may separate parts of the backdrop from the top edge: seeds are added at the sides, where the colour
  // matches.
  const mean = planesOf(raster).map((plane) => maskedMean(plane, mask));
  const lowest = lowestRow(mask, width, height);
  for (let y = 1; y <= lowest; y += 1) {
    for (const at of [y * width, y * width + width - 1]) {
      const away = planesOf(raster).reduce(
        (sum, plane, index) => sum + Math.abs((plane[at] ?? 0) - (mean[index] ?? 0)),
        0,
      );
      if (mask[at] === 1 || away > MAX_COLOUR_DIFFERENCE || !isOpen(at)) continue;
      mask[at] = 1;
      queue.push(at);
    }
  }
  floodFill(mask, width, queue, isOpen);
  // Dilates the mask by the width of the edge that the detail threshold removed, then softens it.
  const grown = boxBlur(mask, width, height, 4).map((value) => (value > 0.12 ? 1 : 0));
  const share = grown.reduce((sum, value) => sum + value, 0) / grown.length;
  if (share < 0.05 || share > 0.85) return null;
  return {
    mask: gaussianBlur(grown, width, height, 1.7),
    bottom: lowestRow(grown, width, height),
    share,
  };
}

/** Flood fill: spreads the mask from the queued pixels to all connected open pixels. */
function floodFill(
  mask: Float32Array,
  width: number,
  queue: number[],
  isOpen: (at: number) => boolean,
): void {
  while (queue.length > 0) {
    const at = queue.pop() ?? 0;
    const x = at % width;
    for (const next of [at + width, at - width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1]) {
      if (next < 0 || next >= mask.length || mask[next] === 1 || !isOpen(next)) continue;
      mask[next] = 1;
      queue.push(next);
    }
  }
}

/** Returns the lowest row in which a mask covers a quarter of the width. */
function lowestRow(mask: Float32Array, width: number, height: number): number {
  for (let y = height - 1; y > 0; y -= 1) {
    let filled = 0;
    for (let x = 0; x < width; x += 1) filled += mask[y * width + x] ?? 0;
    if (filled > width * 0.25) return y;
  }
  return 0;
}

/** Returns the mean of a plane, weighted by a mask; 0 under an empty mask. */
export function maskedMean(plane: Float32Array, mask: Float32Array): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < plane.length; at += 1) {
    sum += (plane[at] ?? 0) * (mask[at] ?? 0);
    count += mask[at] ?? 0;
  }
  return count > 0 ? sum / count : 0;
}

/** Detects a sky: a backdrop that is bluish or nearly white; in a greyscale image, any bright one. */
export function detectSky(raster: Raster, greyness: number): Backdrop | null {
  const whole = detectBackdrop(raster);
  const sky = detectBackdrop(raster, (r, g, b) => {
    const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    if (greyness > 0.5) return light > 0.36;
    // Dark teal is foliage; a night sky is blue.
    const isBlue = b > r + 0.02 && b > g + (light < 0.3 ? 0.02 : -0.03);
    return isBlue || (light > 0.8 && b > r - 0.12);
  });
  if (!sky || !whole) return sky;
  // A sky may fade into any colour towards the horizon. A wall that is bluish only at its top is no sky.
  return sky.share > whole.share * 0.1 ? whole : null;
}
