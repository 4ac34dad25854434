import { gaussianBlur, gaussianBlurInPlace } from "./blur";
import { free } from "./free";

/** The image gradient by Scharr's kernel, which has the least directional error of the 3 × 3 kernels. */
export interface ImageGradient {
  readonly dx: Float32Array;
  readonly dy: Float32Array;
  readonly length: Float32Array;
}

export function scharr(plane: Float32Array, width: number, height: number): ImageGradient {
  const dx = new Float32Array(plane.length);
  const dy = new Float32Array(plane.length);
  const length = new Float32Array(plane.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = y * width;
    const up = y > 0 ? row - width : row;
    const down = y < height - 1 ? row + width : row;
    for (let x = 0; x < width; x += 1, at += 1) {
      const left = x > 0 ? x - 1 : x;
      const right = x < width - 1 ? x + 1 : x;
      const nw = plane[up + left] ?? 0;
      const ne = plane[up + right] ?? 0;
      const sw = plane[down + left] ?? 0;
      const se = plane[down + right] ?? 0;
      const h = (3 * (ne - nw + se - sw) + 10 * ((plane[row + right] ?? 0) - (plane[row + left] ?? 0))) / 16;
      const v = (3 * (sw - nw + se - ne) + 10 * ((plane[down + x] ?? 0) - (plane[up + x] ?? 0))) / 16;
      dx[at] = h;
      dy[at] = v;
      length[at] = Math.sqrt(h * h + v * v);
    }
  }
  return { dx, dy, length };
}

/**
 * The direction along the edges, the minor eigenvector of the smoothed structure tensor, and its anisotropy
 * (λ₁ − λ₂) / (λ₁ + λ₂) in [0, 1] (Kyprianidis 2009).
 */
export interface EdgeTangents {
  readonly tx: Float32Array;
  readonly ty: Float32Array;
  readonly anisotropy: Float32Array;
}

export function edgeTangents(
  plane: Float32Array,
  width: number,
  height: number,
  sigma: number,
): EdgeTangents {
  const { dx, dy, length } = scharr(plane, width, height);
  const scratch = new Float32Array(plane.length);
  const product = (a: Float32Array, b: Float32Array) => {
    const plain = a.map((value, at) => value * (b[at] ?? 0));
    return gaussianBlurInPlace(plain, width, height, sigma, scratch);
  };
  const [e, f, g] = [product(dx, dx), product(dx, dy), product(dy, dy)];
  // Reuses the planes of the gradient for the result.
  const [tx, ty, agreement] = [dx, dy, length];
  for (let at = 0; at < plane.length; at += 1) {
    const [xx, xy, yy] = [e[at] ?? 0, f[at] ?? 0, g[at] ?? 0];
    const root = Math.sqrt((xx - yy) ** 2 + 4 * xy * xy);
    const vx = (yy - xx + root) / 2;
    const vy = -xy;
    const long = Math.sqrt(vx * vx + vy * vy);
    tx[at] = long > 1e-9 ? vx / long : 0;
    ty[at] = long > 1e-9 ? vy / long : 1;
    agreement[at] = xx + yy > 1e-9 ? root / (xx + yy) : 0;
  }
  free(scratch, e, f, g);
  return { tx, ty, anisotropy: agreement };
}

export interface XdogOptions {
  /** Standard deviation of the narrow blur in pixels: the line width. */
  sigma: number;
  /** Weight of the difference of Gaussians: higher draws more lines. */
  sharpness: number;
  /** Value in [0, 1] above which the result is white. */
  threshold: number;
  /** Slope of the transition to black below the threshold. */
  steepness: number;
}

/** Draws ink lines by XDoG (Winnemöller 2011): a thresholded difference of two Gaussians, 0 ink to 1 paper. */
export function xdog(plane: Float32Array, width: number, height: number, options: XdogOptions): Float32Array {
  const fine = gaussianBlur(plane, width, height, options.sigma);
  const coarse = gaussianBlur(plane, width, height, options.sigma * 1.6);
  for (let at = 0; at < fine.length; at += 1) {
    const drawn = (1 + options.sharpness) * (fine[at] ?? 0) - options.sharpness * (coarse[at] ?? 0);
    fine[at] =
      drawn >= options.threshold ? 1 : 1 + Math.tanh(options.steepness * (drawn - options.threshold));
  }
  free(coarse);
  return fine;
}
