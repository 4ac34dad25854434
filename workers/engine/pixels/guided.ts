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
  // One scratch plane for all of it: what is left to the garbage collector counts as memory until it comes round.
  const across = new Float32Array(guide.length);
  const mean = (plane: Float32Array) => boxBlur(plane, width, height, reach, across);
  const meanGuide = mean(guide);
  const variance = mean(times(guide, guide));
  for (let at = 0; at < guide.length; at += 1) variance[at] = (variance[at] ?? 0) - (meanGuide[at] ?? 0) ** 2;
  const [red, green, blue] = planesOf(picture).map((plane) => {
    const offset = mean(plane);
    const slope = mean(times(guide, plane));
    for (let at = 0; at < guide.length; at += 1) {
      const together = (slope[at] ?? 0) - (meanGuide[at] ?? 0) * (offset[at] ?? 0);
      const a = together / ((variance[at] ?? 0) + tolerance);
      slope[at] = a;
      offset[at] = (offset[at] ?? 0) - a * (meanGuide[at] ?? 0);
    }
    const [a, b] = [mean(slope), mean(offset)];
    for (let at = 0; at < guide.length; at += 1) b[at] = (b[at] ?? 0) + (a[at] ?? 0) * (guide[at] ?? 0);
    return b;
  });
  return { width, height, red: red ?? guide, green: green ?? guide, blue: blue ?? guide };
}
