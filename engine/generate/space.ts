import { type Rgb, tint } from "../pixels/colour";
import { clamp, smoothstep } from "../pixels/interpolation";
import { fbm, noise } from "../pixels/noise";
import type { Random } from "../pixels/random";
import { addLight, aspectOf, type Frame, glow, linearColour, mixColour, paint, scaleColour } from "./frame";
import { namedColour } from "./palette";
import type { PromptTerms } from "./prompt-terms";
import { paintStars } from "./sky-objects";

const nebulae: readonly [readonly [string, string, string], ...(readonly [string, string, string])[]] = [
  ["#2a4cff", "#ff4fa0", "#ffd08a"],
  ["#0f9aa8", "#7a3fff", "#ff9a7a"],
  ["#8a2fd0", "#ff5a4f", "#ffe0a0"],
  ["#1f7a5a", "#2f8fff", "#f0e8a0"],
];

const planets: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ["#d8925a", "#6a3a34"],
  ["#5aa0d8", "#123a6a"],
  ["#c8b088", "#5a4a5a"],
  ["#b05a7a", "#3a1a4a"],
];

/** The names of the vocabulary that every image of outer space shows. */
export const spaceNames = ["space", "stars", "milky way"] as const;

/** Paints a nebula (domain-warped fBm noise), stars and a ringed planet lit from the upper left. */
export function composeSpace(frame: Frame, terms: PromptTerms, random: Random): void {
  const chosen = random.pick(nebulae).map((hex) => linearColour(hex));
  const named = terms.colours.map(namedColour);
  const [cold, warm, core] = [named[0] ?? chosen[0], named[1] ?? named[0] ?? chosen[1], chosen[2]];
  if (!cold || !warm || !core) return;
  const seed = random.next() * 90;
  const aspect = aspectOf(frame);
  paint(frame, (pixel, u, v) => {
    const wx = fbm(u * 2.1 + seed, v * 2.1, 4);
    const wy = fbm(u * 2.1 + seed + 30, v * 2.1 + 9, 4);
    const mass = fbm(u * 2.4 + wx * 2.6 + seed, v * 2.4 + wy * 2.6, 5);
    const veins = 1 - Math.abs(fbm(u * 4 + wy * 3 + seed, v * 4 + wx * 3, 4) * 2 - 1);
    const band = Math.exp(-(((u - aspect / 2) * 0.6 + (v - 0.5) * 0.9 + (wx - 0.5) * 0.7) ** 2) * 5);
    const gas = smoothstep(0.32, 0.78, mass) * (0.25 + 0.95 * band);
    Object.assign(pixel, { r: 0.004, g: 0.005, b: 0.014 });
    addLight(pixel, mixColour(cold, warm, smoothstep(0.35, 0.7, wy)), gas * 0.62);
    addLight(pixel, core, gas * gas * veins ** 3 * 1.1);
    const dust = smoothstep(0.5, 0.72, fbm(u * 5.5 + wx * 2 + seed * 2, v * 5.5 + wy * 2, 4)) * band;
    pixel.r *= 1 - dust * 0.75;
    pixel.g *= 1 - dust * 0.8;
    pixel.b *= 1 - dust * 0.7;
  });
  paintStars(frame, random, 2600, 1.2);
  const [u, v, radius] = [
    aspect * random.between(0.56, 0.74),
    random.between(0.34, 0.5),
    random.between(0.15, 0.21),
  ];
  const [lit, dark] = random.pick(planets).map((hex) => linearColour(hex));
  if (lit && dark) paintPlanet(frame, { u, v, radius, seed }, lit, dark, cold);
}

function paintPlanet(
  frame: Frame,
  { u, v, radius, seed }: { u: number; v: number; radius: number; seed: number },
  lit: Rgb,
  dark: Rgb,
  air: Rgb,
): void {
  glow(frame, u - radius * 0.25, v - radius * 0.25, radius * 1.25, air, 0.2);
  const ring = (pixel: Rgb, x: number, y: number, isFront: boolean) => {
    const rx = x * 0.94 + y * 0.34;
    const ry = (y * 0.94 - x * 0.34) / 0.24;
    if (ry > 0 !== isFront) return;
    const away = Math.sqrt(rx * rx + ry * ry);
    if (away < 1.3 || away > 2.2) return;
    const grooves = 0.35 + 0.65 * noise(away * 42 + seed, seed) * (Math.abs(away - 1.78) < 0.03 ? 0.15 : 1);
    const edge = smoothstep(1.3, 1.36, away) * smoothstep(2.2, 2.1, away);
    const shadow = !isFront && rx > 0.2 && rx < 1.2 ? 0.35 : 1;
    tint(
      pixel,
      scaleColour(mixColour(lit, { r: 0.9, g: 0.86, b: 0.8 }, 0.5), 0.85 * shadow),
      grooves * edge * 0.8,
    );
  };
  paint(
    frame,
    (pixel, pu, pv) => {
      const [x, y] = [(pu - u) / radius, (pv - v) / radius];
      ring(pixel, x, y, false);
      const away = Math.sqrt(x * x + y * y);
      if (away < 1.01) {
        const z = Math.sqrt(Math.max(0, 1 - away * away));
        const facing = clamp((-x * 0.62 - y * 0.5 + z * 0.6) * 1.05);
        const tilt = y * 0.94 - x * 0.34;
        const bands = fbm(tilt * 5.5 + (fbm(x * 3 + seed, y * 3, 3) - 0.5) * 0.9 + seed, 3.3, 4);
        const surface = mixColour(dark, lit, smoothstep(0.25, 0.75, bands));
        const colour = scaleColour(surface, 0.02 + facing * 1.15);
        const rim = (1 - z) ** 3 * facing * 1.4;
        addLight(colour, air, rim);
        tint(pixel, colour, smoothstep(1.008, 0.99, away));
      }
      ring(pixel, x, y, true);
    },
    { top: v - radius * 2.3, bottom: v + radius * 2.3, left: u - radius * 2.4, right: u + radius * 2.4 },
  );
}
