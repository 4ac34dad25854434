import { type Light, smoothstep } from "./colour";
import { type Frame, paint } from "./frame";
import { fbm, noise } from "./noise";

export interface Water {
  readonly seed: number;
  readonly horizon: number;
  /** How rough the surface is: 0 is a mirror, 1 a breeze. */
  readonly ripple: number;
  /** The colour looked into where the surface faces the eye, and how much of it shows at the near edge. */
  readonly deep: Light;
  readonly deepness: number;
  /** How much of the sky's light the surface gives back. */
  readonly shine: number;
  /** How much a reflection is drawn out; 1 is true to the height above. */
  readonly stretch?: number;
}

/** Fills everything under the horizon with the reflection of what is above it. Paint what is above it first. */
export function water(frame: Frame, look: Water): void {
  const { width, height, red, green, blue } = frame;
  const edge = look.horizon * height;
  const stretch = look.stretch ?? 1;
  const under = 1 - look.horizon;
  paint(
    frame,
    (u, v, pixel) => {
      const near = (v - look.horizon) / under;
      if (near < 0) return;
      const far = 1 / (near + 0.045);
      const x = (u - frame.aspect / 2) * far;
      const swell = fbm(x * 1.6 + look.seed, far * 7 + look.seed, 2) - 0.5;
      const chop = noise(x * 7 + look.seed, far * 26) - 0.5;
      // Close to the horizon the waves are finer than a pixel, and would only alias.
      const slope = (swell * 0.75 + chop * 0.35) * look.ripple * smoothstep(0, 0.09, near);
      const sx = Math.min(width - 1, Math.max(0, (u + slope * 0.06 * (0.4 + near)) * height)) | 0;
      const rise = (v - look.horizon) * stretch + slope * (0.05 + 0.5 * near);
      const sy = Math.min(edge - 1, Math.max(0, edge - Math.abs(rise) * height)) | 0;
      const at = sy * width + sx;
      const deep = Math.min(1, look.deepness * (0.25 + 0.75 * near) * (1 + slope * 1.1));
      const shine = look.shine * (1 - deep);
      pixel.r = (red[at] ?? 0) * shine + look.deep.r * deep;
      pixel.g = (green[at] ?? 0) * shine + look.deep.g * deep;
      pixel.b = (blue[at] ?? 0) * shine + look.deep.b * deep;
    },
    { top: look.horizon },
  );
}

export interface Glitter {
  readonly seed: number;
  readonly horizon: number;
  readonly u: number;
  /** Half the width of the path of light, at the horizon and at the near edge. */
  readonly width: readonly [far: number, near: number];
  /** How few facets catch the light: 0.5 many, 0.8 sparks. */
  readonly sparse: number;
  readonly fineness?: number;
}

/** The broken path a sun or moon lays on the sea. */
export function glitter(frame: Frame, look: Glitter, colour: Light, strength: number): void {
  const under = 1 - look.horizon;
  const fineness = look.fineness ?? 1;
  paint(
    frame,
    (u, v, pixel) => {
      const near = (v - look.horizon) / under;
      if (near < 0) return;
      const reach = look.width[0] + (look.width[1] - look.width[0]) * near;
      const away = (u - look.u) / reach;
      if (away > 2.6 || away < -2.6) return;
      const far = 1 / (near + 0.05);
      const x = (u - look.u) * far;
      const coarse = noise(x * 9 * fineness + look.seed, far * 34 * fineness + look.seed);
      const fine = noise(x * 23 * fineness, far * 71 * fineness + look.seed);
      const facet = coarse * 0.6 + fine * 0.4;
      const lit = smoothstep(look.sparse - 0.12, look.sparse + 0.16, facet + 0.16 * Math.exp(-away * away));
      const amount = strength * lit * Math.exp(-away * away * 1.1) * (0.5 + 0.5 * Math.min(1, far / 6));
      pixel.r += colour.r * amount;
      pixel.g += colour.g * amount;
      pixel.b += colour.b * amount;
    },
    { top: look.horizon },
  );
}
