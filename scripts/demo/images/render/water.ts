import { type LinearColour, smoothstep } from "./colour";
import { type Frame, paint } from "./frame";
import { fbm, noise } from "./noise";

export interface Water {
  readonly seed: number;
  readonly horizon: number;
  /** Wave height: 0 is a mirror, 1 a breeze. */
  readonly ripple: number;
  /** The colour of the water itself, and its share at the near edge. */
  readonly deep: LinearColour;
  readonly deepness: number;
  /** Reflectance of the surface, in [0, 1]. */
  readonly shine: number;
  /** Vertical stretch of the reflection; 1 keeps the true height. */
  readonly stretch?: number;
}

/** Fills everything below the horizon with the reflection of the frame above it. Paint the upper part first. */
export function water(frame: Frame, options: Water): void {
  const { width, height, red, green, blue } = frame;
  const edge = options.horizon * height;
  const stretch = options.stretch ?? 1;
  const under = 1 - options.horizon;
  paint(
    frame,
    (u, v, pixel) => {
      const near = (v - options.horizon) / under;
      if (near < 0) return;
      const far = 1 / (near + 0.045);
      const x = (u - frame.aspect / 2) * far;
      const swell = fbm(x * 1.6 + options.seed, far * 7 + options.seed, 2) - 0.5;
      const chop = noise(x * 7 + options.seed, far * 26) - 0.5;
      // Near the horizon the waves are finer than a pixel and would alias, so they are faded out.
      const slope = (swell * 0.75 + chop * 0.35) * options.ripple * smoothstep(0, 0.09, near);
      const sx = Math.min(width - 1, Math.max(0, (u + slope * 0.06 * (0.4 + near)) * height)) | 0;
      const rise = (v - options.horizon) * stretch + slope * (0.05 + 0.5 * near);
      const sy = Math.min(edge - 1, Math.max(0, edge - Math.abs(rise) * height)) | 0;
      const at = sy * width + sx;
      const deep = Math.min(1, options.deepness * (0.25 + 0.75 * near) * (1 + slope * 1.1));
      const shine = options.shine * (1 - deep);
      pixel.r = (red[at] ?? 0) * shine + options.deep.r * deep;
      pixel.g = (green[at] ?? 0) * shine + options.deep.g * deep;
      pixel.b = (blue[at] ?? 0) * shine + options.deep.b * deep;
    },
    { top: options.horizon },
  );
}

export interface Glitter {
  readonly seed: number;
  readonly horizon: number;
  readonly u: number;
  /** Half width of the light path at the horizon and at the near edge. */
  readonly width: readonly [far: number, near: number];
  /** Noise threshold for a glint: 0.5 gives many, 0.8 few. */
  readonly sparse: number;
  readonly fineness?: number;
}

/** Adds the glitter path of a sun or moon on water. */
export function glitter(frame: Frame, options: Glitter, colour: LinearColour, strength: number): void {
  const under = 1 - options.horizon;
  const fineness = options.fineness ?? 1;
  paint(
    frame,
    (u, v, pixel) => {
      const near = (v - options.horizon) / under;
      if (near < 0) return;
      const reach = options.width[0] + (options.width[1] - options.width[0]) * near;
      const away = (u - options.u) / reach;
      if (away > 2.6 || away < -2.6) return;
      const far = 1 / (near + 0.05);
      const x = (u - options.u) * far;
      const coarse = noise(x * 9 * fineness + options.seed, far * 34 * fineness + options.seed);
      const fine = noise(x * 23 * fineness, far * 71 * fineness + options.seed);
      const facet = coarse * 0.6 + fine * 0.4;
      const lit = smoothstep(
        options.sparse - 0.12,
        options.sparse + 0.16,
        facet + 0.16 * Math.exp(-away * away),
      );
      const amount = strength * lit * Math.exp(-away * away * 1.1) * (0.5 + 0.5 * Math.min(1, far / 6));
      pixel.r += colour.r * amount;
      pixel.g += colour.g * amount;
      pixel.b += colour.b * amount;
    },
    { top: options.horizon },
  );
}
