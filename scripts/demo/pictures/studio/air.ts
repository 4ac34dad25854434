import type { Random } from "../../random";
import { coarse } from "./coarse";
import { add, type Light, mix, smoothstep } from "./colour";
import { type Frame, paint } from "./frame";
import { fbm, noise } from "./noise";

/** A sky that changes with height only; `horizon` is where the ramp ends. */
export function sky(frame: Frame, colours: (position: number) => Light, horizon = 1): void {
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
  /** How much wider than tall the banks lie: 1 is round, 4 is streaks. */
  readonly stretch: number;
  /** The share of noise that stays clear, about 0.3 (overcast) to 0.6 (wisps). */
  readonly clear: number;
  readonly softness: number;
  /** Where the cloud is thin and the light comes through. */
  readonly lit: Light;
  readonly shade: Light;
  readonly amount: number;
}

/** A deck of clouds that recedes towards the horizon. */
export function clouds(frame: Frame, look: Clouds): void {
  const centre = frame.aspect / 2;
  const masses = coarse(frame, look.horizon, (u, v) => {
    const far = look.scale / (Math.max(0, look.horizon - v) + 0.16);
    const x = (u - centre) * far + look.seed;
    const y = far * look.stretch + look.seed * 1.7;
    const drift = noise(x * 0.8, y * 0.8) * 0.9;
    return fbm(x + drift, y + drift * 0.6, 5);
  });
  paint(
    frame,
    (u, v, pixel) => {
      const above = look.horizon - v;
      if (above <= 0) return;
      const mass = masses(u, v);
      const density = smoothstep(look.clear, look.clear + look.softness, mass);
      if (density === 0) return;
      const fade = smoothstep(0, 0.08, above);
      const thick = smoothstep(0.25, 1, density);
      const cover = density * look.amount * fade;
      pixel.r += (look.lit.r + (look.shade.r - look.lit.r) * thick - pixel.r) * cover;
      pixel.g += (look.lit.g + (look.shade.g - look.lit.g) * thick - pixel.g) * cover;
      pixel.b += (look.lit.b + (look.shade.b - look.lit.b) * thick - pixel.b) * cover;
    },
    { bottom: Math.min(1, look.horizon) },
  );
}

/** Low mist: light gathered in a band around `v`, torn by noise. */
export function mist(
  frame: Frame,
  band: { v: number; thickness: number; seed: number },
  colour: Light,
  amount: number,
) {
  paint(
    frame,
    (u, v, pixel) => {
      const away = (v - band.v) / band.thickness;
      const torn = 0.35 + 1.3 * fbm(u * 2.2 + band.seed, v * 9 + band.seed, 2);
      const density = amount * torn * Math.exp(-away * away);
      mix(pixel, colour, Math.min(density, 1));
    },
    { top: band.v - band.thickness * 2.4, bottom: band.v + band.thickness * 2.4 },
  );
}

export interface Stars {
  readonly count: number;
  /** Where the sky ends, by column. */
  readonly below: (u: number) => number;
  readonly brightness: number;
}

const starTints: readonly Light[] = [
  { r: 1, g: 1, b: 1 },
  { r: 0.78, g: 0.87, b: 1 },
  { r: 1, g: 0.88, b: 0.72 },
];

/** Mostly faint stars, a few bright ones with a little halo, as the eye knows them. */
export function stars(frame: Frame, random: Random, look: Stars): void {
  const { width, height, red, green, blue } = frame;
  for (let star = 0; star < look.count; star += 1) {
    const u = random.next() * frame.aspect;
    const v = random.next();
    if (v > look.below(u)) continue;
    const tint = random.pick(starTints);
    const power = look.brightness * (0.06 + 0.3 * random.next() ** 4 + 1.5 * random.next() ** 30);
    const x = Math.floor(u * height);
    const y = Math.floor(v * height);
    const spread = power > look.brightness * 0.9 ? 2 : 0;
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

/** Shafts of light that fan out from a point, broken by whatever stands in their way. */
export function rays(
  frame: Frame,
  source: { u: number; v: number; reach: number; seed: number; fineness: number },
  colour: Light,
  strength: number,
): void {
  const shafts = coarse(frame, 1, (u, v) => {
    const du = u - source.u;
    const dv = v - source.v;
    const distance = Math.sqrt(du * du + dv * dv);
    const angle = Math.atan2(dv, du);
    const shaft = fbm(angle * source.fineness + source.seed, distance * 0.6 + source.seed, 2);
    return strength * smoothstep(0.42, 0.8, shaft) * Math.exp(-((distance / source.reach) ** 2));
  });
  paint(frame, (u, v, pixel) => add(pixel, colour, shafts(u, v)));
}
