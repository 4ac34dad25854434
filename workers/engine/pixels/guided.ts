import { boxBlur } from "./blur";
import { brightness, type Picture, planesOf } from "./picture";

const times = (a: Float32Array, b: Float32Array) => a.map((value, at) => value * (b[at] ?? 0));

/**
 * The guided filter (He 2010), each colour led by the picture's own brightness: smooths surfaces, keeps outlines.
 * @param reach pixels to each side
 * @param tolerance variance below which there is only surface
 */
export function guided(picture: Picture, reach: number, tolerance: number): Picture {
  const { width, height } = picture;
  const guide = brightness(picture);
  const mean = (plane: Float32Array) => boxBlur(plane, width, height, reach);
  const meanGuide = mean(guide);
  const variance = mean(times(guide, guide)).map((value, at) => value - (meanGuide[at] ?? 0) ** 2);
  const [red, green, blue] = planesOf(picture).map((plane) => {
    const meanPlane = mean(plane);
    const slope = mean(times(guide, plane)).map(
      (value, at) =>
        (value - (meanGuide[at] ?? 0) * (meanPlane[at] ?? 0)) / ((variance[at] ?? 0) + tolerance),
    );
    const offset = meanPlane.map((value, at) => value - (slope[at] ?? 0) * (meanGuide[at] ?? 0));
    const [a, b] = [mean(slope), mean(offset)];
    return guide.map((value, at) => (a[at] ?? 0) * value + (b[at] ?? 0));
  });
  return { width, height, red: red ?? guide, green: green ?? guide, blue: blue ?? guide };
}
