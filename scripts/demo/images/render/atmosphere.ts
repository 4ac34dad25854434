import type { Random } from "../../random";
import { addLight, blendTowards, type LinearColour, smoothstep } from "./colour";
import { type Frame, paint } from "./frame";
import { fbm, noise } from "./noise";
import { sampledField } from "./sampled-field";

/** Paints a vertical gradient that ends at `horizon` (in frame heights). */
export function sky(frame: Frame, colours: (position: number) => LinearColour, horizon = 1): void {
  const { width, height, red, green, blue } = frame;
  const rows = Math.min(height, Math.ceil(horizon * height));
  for (let y = 0; y < rows; y += 1) {
    const { r, g, b } = colours((y + 0.5) / height / horizon);
    red.fill(r, y * width, (y + 1) * width);
    green.fill(g, y * width, (y + 1) * width);
    blue.fill(b, y * width, (y + 1) * width);
  }
}

export interface Clouds {
  readonly seed: number;
  readonly horizon: number;
  readonly scale: number;
  /** Ratio of width to height of the clouds: 1 is round, 4 is streaks. */
  readonly stretch: number;
  /** Noise threshold for a cloud: about 0.3 is overcast, 0.6 leaves wisps. */
  readonly clear: number;
  readonly softness: number;
  /** Colour of thin cloud that light passes through. */
  readonly lit: LinearColour;
  readonly shade: LinearColour;
  readonly amount: number;
}

/** Paints a cloud layer that recedes towards the horizon. */
export function clouds(frame: Frame, options: Clouds): void {
  const centre = frame.aspect / 2;
  const masses = sampledField(frame, options.horizon, (u, v) => {
    const far = options.scale / (Math.max(0, options.horizon - v) + 0.16);
    const x = (u - centre) * far + options.seed;
    const y = far * options.stretch + options.seed * 1.7;
    const drift = noise(x * 0.8, y * 0.8) * 0.9;
    return fbm(x + drift, y + drift * 0.6, 5);
  });
  paint(
    frame,
    (u, v, pixel) => {
      const above = options.horizon - v;
      if (above <= 0) return;
      const mass = masses(u, v);
      const density = smoothstep(options.clear, options.clear + options.softness, mass);
      if (density === 0) return;
      const fade = smoothstep(0, 0.08, above);
      const thick = smoothstep(0.25, 1, density);
      const cover = density * options.amount * fade;
      pixel.r += (options.lit.r + (options.shade.r - options.lit.r) * thick - pixel.r) * cover;
      pixel.g += (options.lit.g + (options.shade.g - options.lit.g) * thick - pixel.g) * cover;
      pixel.b += (options.lit.b + (options.shade.b - options.lit.b) * thick - pixel.b) * cover;
    },
    { bottom: Math.min(1, options.horizon) },
  );
}

/** Blends a band of mist around `v`; its density is a Gaussian of the height times fBm noise. */
export function mist(
  frame: Frame,
  band: { v: number; thickness: number; seed: number },
  colour: LinearColour,
  amount: number,
) {
  paint(
    frame,
    (u, v, pixel) => {
      const away = (v - band.v) / band.thickness;
      const torn = 0.35 + 1.3 * fbm(u * 2.2 + band.seed, v * 9 + band.seed, 2);
      const density = amount * torn * Math.exp(-away * away);
      blendTowards(pixel, colour, Math.min(density, 1));
    },
    { top: band.v - band.thickness * 2.4, bottom: band.v + band.thickness * 2.4 },
  );
}

export interface Stars {
  readonly count: number;
  /** Returns v of the lower end of the sky at a column. */
  readonly below: (u: number) => number;
  readonly brightness: number;
}

const starTints: readonly LinearColour[] = [
  { r: 1, g: 1, b: 1 },
  { r: 0.78, g: 0.87, b: 1 },
  { r: 1, g: 0.88, b: 0.72 },
];

/** Adds stars whose brightness follows a steep power law: most are faint, a few have a halo. */
export function stars(frame: Frame, random: Random, options: Stars): void {
  const { width, height, red, green, blue } = frame;
  for (let star = 0; star < options.count; star += 1) {
    const u = random.next() * frame.aspect;
    const v = random.next();
    if (v > options.below(u)) continue;
    const tint = random.pick(starTints);
    const power = options.brightness * (0.06 + 0.3 * random.next() ** 4 + 1.5 * random.next() ** 30);
    const x = Math.floor(u * height);
    const y = Math.floor(v * height);
    const spread = power > options.brightness * 0.9 ? 2 : 0;
    for (let dy = -spread; dy <= spread; dy += 1) {
      for (let dx = -spread; dx <= spread; dx += 1) {
        const px = x + dx;
        const py = y + dy;
        if (px < 0 || py < 0 || px >= width || py >= height) continue;
        const amount = power / (1 + 3.5 * (dx * dx + dy * dy));
        const at = py * width + px;
        red[at] = (red[at] ?? 0) + tint.r * amount;
        green[at] = (green[at] ?? 0) + tint.g * amount;
        blue[at] = (blue[at] ?? 0) + tint.b * amount;
      }
    }
  }
}

/** Adds shafts of light that fan out from a point, interrupted by noise. */
export function rays(
  frame: Frame,
  source: { u: number; v: number; reach: number; seed: number; fineness: number },
  colour: LinearColour,
  strength: number,
): void {
  const shafts = sampledField(frame, 1, (u, v) => {
    const du = u - source.u;
    const dv = v - source.v;
    const distance = Math.sqrt(du * du + dv * dv);
    const angle = Math.atan2(dv, du);
    const shaft = fbm(angle * source.fineness + source.seed, distance * 0.6 + source.seed, 2);
    return strength * smoothstep(0.42, 0.8, shaft) * Math.exp(-((distance / source.reach) ** 2));
  });
  paint(frame, (u, v, pixel) => addLight(pixel, colour, shafts(u, v)));
}
