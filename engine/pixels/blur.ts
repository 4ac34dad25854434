import { free } from "./free";
import { copyOf, type Picture, planesOf } from "./picture";

/** The mean of `reach` pixels to the left and to the right, from one plane into another. */
export function blurRows(
  source: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
  reach: number,
): void {
  const share = 1 / (reach * 2 + 1);
  const last = width - 1;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    for (let x = -reach; x <= reach; x += 1) sum += source[row + Math.min(last, Math.max(0, x))] ?? 0;
    for (let x = 0; x < width; x += 1) {
      target[row + x] = sum * share;
      const ahead = x + reach + 1;
      const gone = x - reach;
      sum += (source[row + Math.min(ahead, last)] ?? 0) - (source[row + Math.max(gone, 0)] ?? 0);
    }
  }
}

/** The same above and below. Walks row by row with a sum for every column: going down the columns would miss the cache at every step. */
export function blurColumns(
  source: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
  reach: number,
): void {
  const share = 1 / (reach * 2 + 1);
  const last = height - 1;
  const sums = new Float32Array(width);
  for (let y = -reach; y <= reach; y += 1) {
    const row = Math.min(last, Math.max(0, y)) * width;
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (source[row + x] ?? 0);
  }
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const ahead = Math.min(last, y + reach + 1) * width;
    const gone = Math.max(0, y - reach) * width;
    for (let x = 0; x < width; x += 1) {
      const sum = sums[x] ?? 0;
      target[row + x] = sum * share;
      sums[x] = sum + (source[ahead + x] ?? 0) - (source[gone + x] ?? 0);
    }
  }
}

/** The mean over a square of `reach` pixels to each side, into a new plane. */
export function boxBlur(plane: Float32Array, width: number, height: number, reach: number): Float32Array {
  const across = new Float32Array(plane.length);
  const target = boxSoften(plane.slice(), width, height, reach, across);
  free(across);
  return target;
}

/** The same in place; `across` is scratch of the plane's length, so that many blurs need but one. */
export function boxSoften(
  plane: Float32Array,
  width: number,
  height: number,
  reach: number,
  across: Float32Array,
): Float32Array {
  blurRows(plane, across, width, height, reach);
  blurColumns(across, plane, width, height, reach);
  return plane;
}

/** Gaussian: a short kernel for small deviations, three boxes for large ones. Into a new plane. */
export function gaussian(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const across = new Float32Array(plane.length);
  const target = soften(plane.slice(), width, height, sigma, across);
  free(across);
  return target;
}

/** The same in place, with scratch as for `boxSoften`. */
export function soften(
  plane: Float32Array,
  width: number,
  height: number,
  sigma: number,
  across: Float32Array,
): Float32Array {
  if (sigma < 1.6) return shortGaussian(plane, width, height, sigma, across);
  // The reach whose three boxes have the variance that was asked for.
  const reach = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2));
  for (let pass = 0; pass < 3; pass += 1) boxSoften(plane, width, height, reach, across);
  return plane;
}

function shortGaussian(
  plane: Float32Array,
  width: number,
  height: number,
  sigma: number,
  across: Float32Array,
): Float32Array {
  const reach = Math.max(1, Math.ceil(sigma * 2.5));
  const weights = Array.from({ length: reach * 2 + 1 }, (_, step) =>
    Math.exp(-((step - reach) ** 2) / (2 * sigma * sigma)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  across.fill(0);
  for (let step = -reach; step <= reach; step += 1) {
    const weight = (weights[step + reach] ?? 0) / total;
    for (let y = 0; y < height; y += 1) {
      const row = y * width;
      for (let x = 0; x < width; x += 1) {
        const from = x + step < 0 ? 0 : x + step >= width ? width - 1 : x + step;
        across[row + x] = (across[row + x] ?? 0) + (plane[row + from] ?? 0) * weight;
      }
    }
  }
  plane.fill(0);
  for (let step = -reach; step <= reach; step += 1) {
    const weight = (weights[step + reach] ?? 0) / total;
    for (let y = 0; y < height; y += 1) {
      const from = (y + step < 0 ? 0 : y + step >= height ? height - 1 : y + step) * width;
      const row = y * width;
      for (let x = 0; x < width; x += 1) {
        plane[row + x] = (plane[row + x] ?? 0) + (across[from + x] ?? 0) * weight;
      }
    }
  }
  return plane;
}

export function blurred(picture: Picture, sigma: number): Picture {
  const { width, height } = picture;
  const copy = copyOf(picture);
  const across = new Float32Array(copy.red.length);
  for (const plane of planesOf(copy)) soften(plane, width, height, sigma, across);
  free(across);
  return copy;
}

/** What is brighter than the threshold bleeds into its surroundings, as it does in any real lens; in place. */
export function bloom(picture: Picture, threshold: number, sigma: number, strength: number): Picture {
  const { width, height } = picture;
  const across = new Float32Array(picture.red.length);
  for (const plane of planesOf(picture)) {
    const bright = plane.map((value) => Math.max(0, value - threshold));
    const halo = soften(bright, width, height, sigma, across);
    for (let at = 0; at < plane.length; at += 1) plane[at] = (plane[at] ?? 0) + (halo[at] ?? 0) * strength;
    free(halo);
  }
  free(across);
  return picture;
}
