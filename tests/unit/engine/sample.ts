import { createPicture, type Picture, shade } from "../../../workers/engine/pixels/picture";

/** A small photograph-like picture: a bright sky, hills, a warm round face in front, a little noise. */
export function sample(width = 240, height = 180): Picture {
  let seed = 5;
  return shade(createPicture(width, height), (pixel, x, y) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const speck = ((seed >>> 16) / 65_536 - 0.5) * 0.02;
    const hill = height * (0.6 + 0.08 * Math.sin(x / 23));
    const away = Math.hypot(x - width * 0.55, y - height * 0.55) / (height * 0.26);
    if (away < 1) Object.assign(pixel, { r: 0.86 - away * 0.25, g: 0.62 - away * 0.2, b: 0.48 - away * 0.2 });
    else if (y > hill) Object.assign(pixel, { r: 0.2, g: 0.42 + 0.1 * Math.sin(x / 5), b: 0.18 });
    else Object.assign(pixel, { r: 0.45 + y / height / 3, g: 0.65 + y / height / 4, b: 0.92 });
    if (Math.hypot(x - width * 0.5, y - height * 0.5) < height * 0.03)
      Object.assign(pixel, { r: 0.1, g: 0.08, b: 0.08 });
    pixel.r += speck;
    pixel.g += speck;
    pixel.b += speck;
  });
}

/** The mean difference of two pictures of one size, 0 to 1. */
export function difference(one: Picture, other: Picture): number {
  let sum = 0;
  for (let at = 0; at < one.red.length; at += 1) {
    sum += Math.abs((one.red[at] ?? 0) - (other.red[at] ?? 0));
    sum += Math.abs((one.green[at] ?? 0) - (other.green[at] ?? 0));
    sum += Math.abs((one.blue[at] ?? 0) - (other.blue[at] ?? 0));
  }
  return sum / (one.red.length * 3);
}

export const mean = (plane: Float32Array): number =>
  plane.reduce((sum, value) => sum + value, 0) / plane.length;
