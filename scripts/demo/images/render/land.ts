import { type LinearColour, scaleLight, smoothstep } from "./colour";
import { type Frame, paintBelow } from "./frame";
import { fbm, ridgeProfile } from "./noise";

export type Line = (u: number) => number;

/** Returns a skyline of eroded peaks around `v`; `height` is the amplitude. */
export function peaks(seed: number, v: number, height: number, frequency: number): Line {
  return (u) => {
    const massif = fbm(u * frequency * 0.6 + seed, seed * 3.1, 2) - 0.5;
    const crest = ridgeProfile(u * frequency + seed, seed * 1.7, 6) - 0.45;
    return v - height * (crest * 0.8 + massif * 1.1);
  };
}

/** Returns a smooth line of hills. */
export function hills(seed: number, v: number, height: number, frequency: number, octaves = 3): Line {
  return (u) => v - height * 2 * (fbm(u * frequency + seed, seed * 2.3, octaves) - 0.5);
}

/** Returns the jagged top of a distant forest on another line. */
export function treetops(line: Line, seed: number, height: number, density: number): Line {
  return (u) => {
    const crown = Math.abs(((u * density + fbm(u * density * 0.6 + seed, seed, 2) * 2.4) % 1) - 0.5) * 2;
    const tall = 0.35 + 0.9 * fbm(u * density * 0.35 + seed * 5, seed, 3);
    return line(u) - height * tall * (1 - crown) - height * 0.2 * fbm(u * density * 4, seed, 2);
  };
}

/** Paints a range with aerial perspective: the crest in the colour `near`, the foot in `haze`. */
export function paintRange(
  frame: Frame,
  line: Line,
  near: LinearColour,
  haze: LinearColour,
  reach: number,
  texture = 0.12,
): void {
  paintBelow(frame, line, (u, v, depth, pixel) => {
    const foot = smoothstep(0, reach, depth);
    pixel.r = near.r + (haze.r - near.r) * foot;
    pixel.g = near.g + (haze.g - near.g) * foot;
    pixel.b = near.b + (haze.b - near.b) * foot;
    if (foot > 0.95) return;
    scaleLight(pixel, 1 + texture * (fbm(u * 26 + depth * 12, v * 20, 3) - 0.5) * 2 * (1 - foot));
  });
}
