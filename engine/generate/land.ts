import { type Rgb, tint } from "../pixels/colour";
import { clamp, smoothstep } from "../pixels/interpolation";
import { cellHash, fbm, noise, ridgedFbm, ridgeProfile } from "../pixels/noise";
import { type Frame, type Line, mixColour, paintBelow, scaleColour } from "./frame";
import type { Palette } from "./palette";

/** Returns a skyline of eroded peaks around `v`; `height` is the amplitude. */
export const peaks =
  (seed: number, v: number, height: number, frequency: number): Line =>
  (u) =>
    v -
    height *
      ((ridgeProfile(u * frequency + seed, seed * 1.7, 6) - 0.45) * 0.8 +
        (fbm(u * frequency * 0.6 + seed, seed * 3.1, 2) - 0.5) * 1.1);

/** Returns a smooth line of hills around `v`; `height` is the amplitude. */
export const hills =
  (seed: number, v: number, height: number, frequency: number): Line =>
  (u) =>
    v - height * 2 * (fbm(u * frequency + seed, seed * 2.3, 3) - 0.5);

/** Returns the jagged top of a distant forest on another line. */
export const treetops =
  (line: Line, seed: number, height: number, density: number): Line =>
  (u) => {
    // Three overlapping rows of triangles of different widths and heights; the highest one at each u is the edge.
    let top = 0;
    for (let stand = 0; stand < 3; stand += 1) {
      const place = u * density * (1 + stand * 0.62) + stand * 7.3 + fbm(u * 3 + stand, seed, 2) * 4;
      const tree = Math.floor(place);
      const tall =
        (0.25 + 0.75 * cellHash(tree, seed + stand)) * (0.55 + 0.7 * fbm(u * 2.2 + seed * 5, seed, 2));
      const away = Math.abs(place - tree - 0.5 + (cellHash(tree, seed + 31 + stand) - 0.5) * 0.5) * 2;
      top = Math.max(top, tall * Math.max(0, 1 - away) ** 0.8 * (1 - stand * 0.2));
    }
    return line(u) - height * 1.35 * top - height * 0.3 * fbm(u * density * 5, seed, 3);
  };

/** Paints a distant range with aerial perspective: the crest in its own colour, the foot in the haze colour. */
export function paintRange(frame: Frame, line: Line, near: Rgb, haze: Rgb, reach: number, to = 1): void {
  paintBelow(
    frame,
    line,
    (pixel, u, v, depth) => {
      const foot = smoothstep(0, reach, depth);
      const grain = 1 + 0.26 * (fbm(u * 24 + depth * 12, v * 20, 3) - 0.5) * (1 - foot);
      const colour = mixColour(near, haze, foot * 0.85);
      pixel.r = colour.r * grain;
      pixel.g = colour.g * grain;
      pixel.b = colour.b * grain;
    },
    to,
  );
}

/** Paints a mountain: slopes shaded by the side of the key light, snow on high and gentle ones. */
export function paintMountain(
  frame: Frame,
  line: Line,
  palette: Palette,
  options: { seed: number; keyLightU: number; air: number; snow: number; reach: number; to: number },
): void {
  const rock = mixColour(palette.land, palette.near, 0.35);
  const lit = mixColour(palette.land, palette.keyLight, 0.22 + 0.3 * palette.shine);
  const white = mixColour({ r: 0.9, g: 0.93, b: 1 }, palette.keyLight, 0.35);
  const shadowSnow = mixColour(palette.haze, { r: 0.35, g: 0.45, b: 0.7 }, 0.4);
  const brightness = 0.25 + 0.6 * palette.shine;
  // The key light is far behind the range, so one side of every slope is lit.
  const side = options.keyLightU > frame.width / frame.height / 2 ? 1 : -1;
  paintBelow(
    frame,
    line,
    (pixel, u, v, depth) => {
      // The noise is sheared along the slope, so that ridges run from the crest to the foot.
      const lean = u * 7 + depth * 2.2 + options.seed;
      const rib = ridgedFbm(lean, v * 4.6 + options.seed, 4);
      const ribBeside = ridgedFbm(lean + 0.09 * side, v * 4.6 - 0.03 + options.seed, 4);
      const facing = clamp(0.46 + (rib - ribBeside) * 4.6);
      const colour = mixColour(rock, lit, facing);
      const high = smoothstep(options.reach * 0.85, 0, depth) * options.snow;
      const lies = smoothstep(0.42, 0.62, high + (rib - 0.55) * -0.7);
      const snow = mixColour(scaleColour(shadowSnow, brightness), scaleColour(white, brightness), facing);
      tint(colour, snow, lies * Math.min(1, options.snow * 1.6));
      const foot = smoothstep(options.reach * 0.25, options.reach, depth);
      tint(colour, palette.haze, options.air + (1 - options.air) * foot * 0.8);
      Object.assign(pixel, colour);
    },
    options.to,
  );
}

/** Paints six layers of dunes with a lit and a shaded side, and ripples in the nearest ones. */
export function paintDunes(
  frame: Frame,
  palette: Palette,
  horizon: number,
  seed: number,
  keyLightU: number,
): void {
  const sandLit = mixColour(palette.land, { r: 0.85, g: 0.42, b: 0.14 }, 0.62);
  const lit = mixColour(sandLit, palette.keyLight, 0.22 * palette.shine);
  const shade = mixColour(scaleColour(sandLit, 0.26), palette.near, 0.45);
  const layers = 6;
  const side = keyLightU > frame.width / frame.height / 2 ? 1 : -1;
  for (let layer = 0; layer < layers; layer += 1) {
    const t = layer / (layers - 1);
    const layerSeed = seed + layer * 9.7;
    const frequency = 2.1 - t * 1.1;
    const base = horizon + 0.02 + t * t * 0.36;
    const crest: Line = (u) => {
      const swell = noise(u * frequency + layerSeed, layerSeed);
      const sharp = 1 - Math.abs(noise(u * frequency * 1.4 + layerSeed * 2, layerSeed * 3) * 2 - 1);
      return base - (0.05 + t * 0.1) * (swell * 0.8 + sharp * 0.75 - 0.55);
    };
    const steps = Float32Array.from(
      { length: 801 },
      (_, at) => crest(at / 400 + 0.012) - crest(at / 400 - 0.012),
    );
    paintBelow(frame, crest, (pixel, u, v, depth) => {
      const edge = noise(u * frequency * 1.9 + layerSeed * 1.3, layerSeed) * 0.14 * (1 + t);
      const slope = (steps[Math.min(steps.length - 1, (u * 400) | 0)] ?? 0) * side;
      const sunny = smoothstep(-0.012, 0.01, slope + (depth - edge) * 0.06 + 0.001);
      const ripples =
        Math.sin((v * 260 + fbm(u * 7 + layerSeed, v * 16, 3) * 26) / (1.3 - t * 0.6)) * 0.045 * t;
      const colour = mixColour(shade, lit, clamp(sunny * (0.8 - depth * 0.9) + 0.1 + ripples));
      tint(colour, palette.haze, (1 - t) * 0.62);
      Object.assign(pixel, colour);
    });
  }
}

/** Paints a meadow: noise for tufts and patches, a sheen below the key light, haze in the distance. */
export function paintMeadow(
  frame: Frame,
  palette: Palette,
  line: Line,
  seed: number,
  keyLightU: number,
  tone: Rgb,
): void {
  const lit = mixColour(scaleColour(tone, 1.25), palette.keyLight, 0.16 * palette.shine);
  const deep = mixColour(scaleColour(tone, 0.4), palette.near, 0.3);
  paintBelow(frame, line, (pixel, u, v, depth) => {
    const near = smoothstep(0, 0.36, depth);
    // Tufts grow towards the viewer; in the distance they would be finer than a pixel and are faded out.
    const far = 1 / (0.09 + depth);
    const tufts =
      noise((u - 0.5) * far * 34, far * 9.5 + noise(u * 30, v * 60) * 1.2) * smoothstep(0.01, 0.1, depth);
    const patches = fbm((u - 0.5) * far * 0.9 + seed, far * 1.3 + seed, 3);
    const sheen = Math.exp(-((u - keyLightU) ** 2) * 3.5) * 0.3 * (1 - near * 0.6);
    const bright = clamp(patches * 1.15 - 0.18 + (tufts - 0.4) * 0.42 + sheen) * (1 - near * 0.3);
    pixel.r = deep.r + (lit.r - deep.r) * bright;
    pixel.g = deep.g + (lit.g - deep.g) * bright;
    pixel.b = deep.b + (lit.b - deep.b) * bright;
    tint(pixel, palette.haze, (1 - near) ** 2 * 0.36);
  });
}

/** Paints snow drifts: blue in the hollows, warm on the side of the key light. */
export function paintSnow(frame: Frame, palette: Palette, line: Line, seed: number, keyLightU: number): void {
  const lit = scaleColour(
    mixColour({ r: 0.86, g: 0.9, b: 0.98 }, palette.keyLight, 0.45),
    0.4 + 0.6 * palette.shine,
  );
  const hollow = mixColour(palette.haze, { r: 0.16, g: 0.26, b: 0.52 }, 0.45);
  const side = keyLightU > frame.width / frame.height / 2 ? 1 : -1;
  paintBelow(frame, line, (pixel, u, v, depth) => {
    const near = smoothstep(0, 0.4, depth);
    const drift = fbm(u * (6 - near * 3) + seed, (v * 16) / (0.4 + near) + seed, 4);
    const beside = fbm((u + 0.02) * (6 - near * 3) + seed, (v * 16) / (0.4 + near) + seed, 4);
    const sparkle = noise(u * 700, v * 700) > 0.985 ? 0.35 : 0;
    const colour = mixColour(
      hollow,
      lit,
      clamp(0.5 + (drift - beside) * side * 6 + (drift - 0.5) * 0.6 + sparkle),
    );
    tint(colour, palette.haze, (1 - near) * 0.4);
    Object.assign(pixel, colour);
  });
}
