import { tint } from "../pixels/colour";
import { smoothstep } from "../pixels/interpolation";
import { fbm, noise } from "../pixels/noise";
import { addLight, aspectOf, type Frame, paint } from "./frame";
import type { Palette } from "./palette";

export interface Water {
  seed: number;
  horizon: number;
  /** v of the lower end of the water, default 1 (the frame's lower edge). */
  bottom?: number;
  /** Wave height: 0.3 a mirror, 1 a breeze, 2 a swell. */
  ripple: number;
  keyLightU: number;
}

/** Paints water that reflects the frame above the horizon with noise-displaced samples, darker towards the viewer. */
export function paintWater(
  frame: Frame,
  palette: Palette,
  { seed, horizon, bottom = 1, ripple, keyLightU }: Water,
): void {
  const { width, height, red, green, blue } = frame;
  const edge = horizon * height;
  const centre = aspectOf(frame) / 2;
  paint(
    frame,
    (pixel, u, v) => {
      const near = (v - horizon) / (1 - horizon);
      const far = 1 / (near + 0.045);
      const x = (u - centre) * far;
      const swell = fbm(x * 1.5 + seed, far * 6.5 + seed, 2) - 0.5;
      const chop = noise(x * 7 + seed, far * 26) - 0.5;
      // Near the horizon the waves are finer than a pixel and would alias, so they are faded out.
      const slope = (swell * 0.8 + chop * 0.36) * ripple * smoothstep(0, 0.09, near);
      const sx = Math.min(width - 1, Math.max(0, (u + slope * 0.06 * (0.4 + near)) * height)) | 0;
      const rise = (v - horizon) * 1.05 + slope * (0.05 + 0.5 * near);
      const sy = Math.min(edge - 1, Math.max(0, edge - Math.abs(rise) * height)) | 0;
      const at = sy * width + sx;
      const deep = Math.min(0.92, Math.max(0, (0.14 + 0.6 * near) * (1 + slope * 1.5)));
      pixel.r = (red[at] ?? 0) * 0.9;
      pixel.g = (green[at] ?? 0) * 0.9;
      pixel.b = (blue[at] ?? 0) * 0.92;
      tint(pixel, palette.water, deep);
      // The far edge blends into the haze.
      tint(pixel, palette.haze, Math.exp(-near * 26) * 0.5);
      glitter(pixel, u, far, near);
    },
    { top: horizon, bottom },
  );

  function glitter(pixel: { r: number; g: number; b: number }, u: number, far: number, near: number): void {
    const reach = 0.05 + 0.2 * near;
    const away = (u - keyLightU) / reach;
    if (away > 2.6 || away < -2.6) return;
    const x = (u - keyLightU) * far;
    const facet = noise(x * 9 + seed, far * 34 + seed) * 0.6 + noise(x * 23, far * 71) * 0.4;
    const lit = smoothstep(0.5, 0.78, facet + 0.14 * Math.exp(-away * away));
    const amount = lit * Math.exp(-away * away * 1.1) * (0.5 + 0.5 * Math.min(1, far / 6));
    addLight(pixel, palette.keyLight, amount * 1.25 * palette.shine);
  }
}

/** Paints a beach: a wet reflecting strip, lines of foam and dry sand below. */
export function paintBeach(frame: Frame, palette: Palette, shore: number, seed: number): void {
  const sand = { r: 0.62, g: 0.45, b: 0.28 };
  paint(
    frame,
    (pixel, u, v) => {
      const line = shore + (fbm(u * 2.2 + seed, seed, 3) - 0.5) * 0.1;
      const down = v - line;
      if (down < -0.035) return;
      const lit = {
        r: sand.r * (palette.keyLight.r * 0.35 + palette.haze.r * 0.5),
        g: sand.g * (palette.keyLight.g * 0.35 + palette.haze.g * 0.5),
        b: sand.b * (palette.keyLight.b * 0.35 + palette.haze.b * 0.5),
      };
      const grain = 0.86 + 0.28 * noise(u * 420, v * 420) * (0.6 + 0.4 * noise(u * 40, v * 90));
      const wet = smoothstep(0.09, 0, down);
      const cover = smoothstep(-0.004, 0.012, down) * (1 - wet * 0.55);
      tint(pixel, { r: lit.r * grain, g: lit.g * grain, b: lit.b * grain }, cover);
      for (const [offset, width, strength] of [
        [0, 0.006, 1],
        [-0.022, 0.004, 0.5],
      ] as const) {
        const wave = line + offset + (noise(u * 15 + seed + offset * 90, seed) - 0.5) * 0.014;
        const bubbles = 0.45 + 0.75 * noise(u * 160, v * 220);
        const foam = Math.exp(-(((v - wave) / width) ** 2)) * bubbles * strength;
        tint(
          pixel,
          { r: palette.cloudLit.r, g: palette.cloudLit.g, b: palette.cloudLit.b },
          Math.min(0.95, foam),
        );
      }
    },
    { top: shore - 0.12 },
  );
}
