import { free } from "./free";
import { copyRaster, planesOf, type Raster } from "./raster";

/**
 * Horizontal box blur: writes the mean of 2 × radius + 1 pixels of each row to `target`. Edges repeat the last pixel.
 */
export function blurRows(
  source: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const share = 1 / (radius * 2 + 1);
  const last = width - 1;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    for (let x = -radius; x <= radius; x += 1) sum += source[row + Math.min(last, Math.max(0, x))] ?? 0;
    for (let x = 0; x < width; x += 1) {
      target[row + x] = sum * share;
      const ahead = x + radius + 1;
      const behind = x - radius;
      sum += (source[row + Math.min(ahead, last)] ?? 0) - (source[row + Math.max(behind, 0)] ?? 0);
    }
  }
}

/**
 * Vertical box blur. Walks row by row with one running sum per column, because walking down the columns would miss
 * the CPU cache at every step.
 */
export function blurColumns(
  source: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const share = 1 / (radius * 2 + 1);
  const last = height - 1;
  const sums = new Float32Array(width);
  for (let y = -radius; y <= radius; y += 1) {
    const row = Math.min(last, Math.max(0, y)) * width;
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (source[row + x] ?? 0);
  }
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const ahead = Math.min(last, y + radius + 1) * width;
    const behind = Math.max(0, y - radius) * width;
    for (let x = 0; x < width; x += 1) {
      const sum = sums[x] ?? 0;
      target[row + x] = sum * share;
      sums[x] = sum + (source[ahead + x] ?? 0) - (source[behind + x] ?? 0);
    }
  }
}

type Blur = (plane: Float32Array, width: number, height: number, size: number) => Float32Array;

/** Returns a blur into a new plane. */
const onCopy =
  (blur: typeof boxBlurInPlace): Blur =>
  (plane, width, height, size) => {
    const scratch = new Float32Array(plane.length);
    const target = blur(plane.slice(), width, height, size, scratch);
    free(scratch);
    return target;
  };

/** Box blur over a square of `radius` pixels to each side, into a new plane. */
export const boxBlur = onCopy(boxBlurInPlace);

/** Box blur in place; `scratch` is a buffer of the plane's length, so that several blurs can share one. */
export function boxBlurInPlace(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  scratch: Float32Array,
): Float32Array {
  blurRows(plane, scratch, width, height, radius);
  blurColumns(scratch, plane, width, height, radius);
  return plane;
}

/** Gaussian blur with a standard deviation of `sigma` pixels, into a new plane. */
export const gaussianBlur = onCopy(gaussianBlurInPlace);

/**
 * Gaussian blur in place: a convolution for sigma below 1.6, three box blurs above. `scratch` as for
 * `boxBlurInPlace`.
 */
export function gaussianBlurInPlace(
  plane: Float32Array,
  width: number,
  height: number,
  sigma: number,
  scratch: Float32Array,
): Float32Array {
  if (sigma < 1.6) return convolveGaussian(plane, width, height, sigma, scratch);
  // The radius at which three box blurs have the variance sigma².
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2));
  for (let pass = 0; pass < 3; pass += 1) boxBlurInPlace(plane, width, height, radius, scratch);
  return plane;
}

function convolveGaussian(
  plane: Float32Array,
  width: number,
  height: number,
  sigma: number,
  scratch: Float32Array,
): Float32Array {
  const radius = Math.max(1, Math.ceil(sigma * 2.5));
  const weights = Array.from({ length: radius * 2 + 1 }, (_, step) =>
    Math.exp(-((step - radius) ** 2) / (2 * sigma * sigma)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  scratch.fill(0);
  for (let step = -radius; step <= radius; step += 1) {
    const weight = (weights[step + radius] ?? 0) / total;
    for (let y = 0; y < height; y += 1) {
      const row = y * width;
      for (let x = 0; x < width; x += 1) {
        const from = x + step < 0 ? 0 : x + step >= width ? width - 1 : x + step;
        scratch[row + x] = (scratch[row + x] ?? 0) + (plane[row + from] ?? 0) * weight;
      }
    }
  }
  plane.fill(0);
  for (let step = -radius; step <= radius; step += 1) {
    const weight = (weights[step + radius] ?? 0) / total;
    for (let y = 0; y < height; y += 1) {
      const from = (y + step < 0 ? 0 : y + step >= height ? height - 1 : y + step) * width;
      const row = y * width;
      for (let x = 0; x < width; x += 1) {
        plane[row + x] = (plane[row + x] ?? 0) + (scratch[from + x] ?? 0) * weight;
      }
    }
  }
  return plane;
}

export function blurRaster(raster: Raster, sigma: number): Raster {
  const { width, height } = raster;
  const copy = copyRaster(raster);
  const scratch = new Float32Array(copy.red.length);
  for (const plane of planesOf(copy)) gaussianBlurInPlace(plane, width, height, sigma, scratch);
  free(scratch);
  return copy;
}

/** Bloom, in place: adds a blurred copy of the values above the threshold, times `strength`. */
export function bloom(raster: Raster, threshold: number, sigma: number, strength: number): Raster {
  const { width, height } = raster;
  const scratch = new Float32Array(raster.red.length);
  for (const plane of planesOf(raster)) {
    const bright = plane.map((value) => Math.max(0, value - threshold));
    const halo = gaussianBlurInPlace(bright, width, height, sigma, scratch);
    for (let at = 0; at < plane.length; at += 1) plane[at] = (plane[at] ?? 0) + (halo[at] ?? 0) * strength;
    free(halo);
  }
  free(scratch);
  return raster;
}
