import { type Rgb, tint } from "../pixels/colour";
import { smoothstep } from "../pixels/interpolation";
import { fbm, noise } from "../pixels/noise";
import type { Random } from "../pixels/random";
import { addLight, aspectOf, type Frame, glow, linearColour, paint } from "./frame";
import type { Palette } from "./palette";

/** Blends a band of mist around `v`; its density is a Gaussian of the height times fBm noise. */
export function paintMist(
  frame: Frame,
  v: number,
  thickness: number,
  colour: Rgb,
  amount: number,
  seed: number,
): void {
  paint(
    frame,
    (pixel, u, pv) => {
      const away = (pv - v) / thickness;
      const torn = 0.35 + 1.3 * fbm(u * 2.2 + seed, pv * 9 + seed, 3);
      const density = amount * torn * Math.exp(-away * away);
      tint(pixel, colour, Math.min(density, 1));
    },
    { top: v - thickness * 2.4, bottom: v + thickness * 2.4 },
  );
}

/** Adds rain: fine and coarse slanted streaks, and haze. */
export function paintRain(frame: Frame, palette: Palette, heavy: boolean): void {
  const drop = {
    r: palette.haze.r * 0.7 + 0.25,
    g: palette.haze.g * 0.7 + 0.27,
    b: palette.haze.b * 0.7 + 0.3,
  };
  paint(frame, (pixel, u, v) => {
    tint(pixel, palette.haze, heavy ? 0.14 : 0.1);
    const slant = u + v * (heavy ? 0.26 : 0.12);
    const fine = smoothstep(0.8, 0.97, noise(slant * 420, v * 17));
    const coarse = smoothstep(0.86, 0.99, noise(slant * 150 + 31, v * 5.5));
    addLight(pixel, drop, (fine * 0.16 + coarse * 0.22) * (heavy ? 1.3 : 1));
  });
}

/** Blends 620 snowflakes: small and sharp far away, large and blurred near the viewer. */
export function paintSnowfall(frame: Frame, random: Random): void {
  const white = { r: 0.95, g: 0.97, b: 1 };
  const aspect = aspectOf(frame);
  for (let flake = 0; flake < 620; flake += 1) {
    const near = random.next() ** 3;
    const radius = 0.0009 + near * 0.0052;
    const [u, v] = [random.next() * aspect, random.next()];
    const strength = 0.85 - near * 0.55;
    paint(
      frame,
      (pixel, pu, pv) => {
        const away = Math.sqrt((pu - u) ** 2 + (pv - v) ** 2) / radius;
        tint(pixel, white, strength * smoothstep(1.15, 0.35 + 0.3 * near, away));
      },
      { top: v - radius * 1.2, bottom: v + radius * 1.2, left: u - radius * 1.2, right: u + radius * 1.2 },
    );
  }
}

/** Adds 70 fireflies below `from`. */
export function paintFireflies(frame: Frame, random: Random, from: number): void {
  const aspect = aspectOf(frame);
  for (let fly = 0; fly < 70; fly += 1) {
    const near = random.next() ** 2;
    const [u, v] = [random.next() * aspect, from + random.next() ** 0.7 * (0.98 - from)];
    const colour = random.next() < 0.8 ? linearColour("#ffe27a") : linearColour("#b8ff8a");
    glow(frame, u, v, 0.0018 + near * 0.003, colour, 2.4);
    glow(frame, u, v, 0.012 + near * 0.014, colour, 0.22);
  }
}

/** Adds shafts of light that fan out from (u, v). */
export function paintRays(
  frame: Frame,
  palette: Palette,
  u: number,
  v: number,
  strength: number,
  seed: number,
): void {
  paint(frame, (pixel, pu, pv) => {
    const [du, dv] = [pu - u, pv - v];
    const distance = Math.sqrt(du * du + dv * dv);
    const turn = Math.atan2(dv, du);
    // Wide shafts with narrow ones inside, as light through leaves.
    const wide = smoothstep(0.35, 0.75, fbm(turn * 4 + seed, distance * 0.6 + seed, 2));
    const shaft = wide * (0.35 + 0.65 * smoothstep(0.3, 0.75, noise(turn * 26 + seed, distance * 0.8)));
    addLight(pixel, palette.keyLight, strength * shaft * Math.exp(-((distance / 0.85) ** 2)));
  });
}

/** Returns falling petals or leaves as SVG. */
export function petals(
  random: Random,
  aspect: number,
  colours: readonly [string, ...string[]],
  count: number,
): string {
  return Array.from({ length: count }, () => {
    const size = 2.5 + random.next() ** 3 * 13;
    const [x, y] = [random.next() * aspect * 1000, random.next() * 1000];
    return `<ellipse rx="${size.toFixed(1)}" ry="${(size * random.between(0.3, 0.6)).toFixed(1)}" fill="${random.pick(colours)}" opacity="${(0.95 - size * 0.03).toFixed(2)}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${Math.floor(random.next() * 180)})"/>`;
  }).join("");
}
