import { boxBlurInPlace } from "./blur";
import { free } from "./free";
import { luma, planesOf, type Raster } from "./raster";

const multiply = (a: Float32Array, b: Float32Array) => a.map((value, at) => value * (b[at] ?? 0));

/**
 * The guided filter (He 2010) with the image's luma as guide of each channel: smooths surfaces and keeps edges.
 * @param radius of the box window, in pixels
 * @param tolerance the filter's epsilon: variance below it is smoothed
 */
export function guidedFilter(raster: Raster, radius: number, tolerance: number): Raster {
  const { width, height } = raster;
  const guide = luma(raster);
  const scratch = new Float32Array(guide.length);
  /** In place. */
  const mean = (plane: Float32Array) => boxBlurInPlace(plane, width, height, radius, scratch);
  const meanGuide = mean(guide.slice());
  const variance = mean(multiply(guide, guide));
  for (let at = 0; at < guide.length; at += 1) variance[at] = (variance[at] ?? 0) - (meanGuide[at] ?? 0) ** 2;
  const [red, green, blue] = planesOf(raster).map((plane) => {
    const offset = mean(plane.slice());
    const slope = mean(multiply(guide, plane));
    for (let at = 0; at < guide.length; at += 1) {
      const together = (slope[at] ?? 0) - (meanGuide[at] ?? 0) * (offset[at] ?? 0);
      const a = together / ((variance[at] ?? 0) + tolerance);
      slope[at] = a;
      offset[at] = (offset[at] ?? 0) - a * (meanGuide[at] ?? 0);
    }
    const [a, b] = [mean(slope), mean(offset)];
    for (let at = 0; at < guide.length; at += 1) b[at] = (b[at] ?? 0) + (a[at] ?? 0) * (guide[at] ?? 0);
    free(a);
    return b;
  });
  free(guide, scratch, meanGuide, variance);
  const none = new Float32Array(0);
  return { width, height, red: red ?? none, green: green ?? none, blue: blue ?? none };
}
