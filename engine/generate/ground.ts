import { type Frame, linearColour, mixColour, toHex } from "./frame";
import { hills, paintDunes, paintMeadow, paintSnow } from "./land";
import type { CanShow, Plan } from "./plan";
import { cabin, fir } from "./shapes";
import type { Place, Thing } from "./vocabulary";
import { paintBeach, paintWater } from "./water";
import { paintRays } from "./weather";

const isWater: CanShow = ({ ground }) => ground === "water" || ground === "beach";
const isLand: CanShow = ({ ground }) => ground === "meadow" || ground === "snow" || ground === "forest";

/** The places on the ground. Firs also stand on the near shore (`paintForeground`) and below mountains (`paintFar`). */
export const groundPlaces = {
  sea: isWater,
  lake: isWater,
  beach: ({ ground }) => ground === "beach",
  desert: ({ ground }) => ground === "desert",
  forest: (plan) => isLand(plan) || plan.ground === "water" || plan.has("mountains"),
  meadow: isLand,
  village: isLand,
} satisfies Partial<Record<Place, CanShow>>;

/** The things on the ground. */
export const groundThings = { cabin: isLand } satisfies Partial<Record<Thing, CanShow>>;

/** Paints the ground from the horizon to the lower edge and returns the sharp parts on it as SVG. */
export function paintGround(frame: Frame, plan: Plan): string {
  const { palette, horizon, seed, keyLight, terms } = plan;
  const layerSeed = seed % 79;
  const calm = terms.moods.has("calm") || plan.has("lake");
  const ripple = terms.weather === "storm" ? 2 : calm ? 0.34 : 0.95;
  if (isWater(plan) || plan.ground === "city") {
    paintWater(frame, palette, {
      seed: layerSeed,
      horizon,
      ripple: plan.ground === "city" ? 0.5 : ripple,
      keyLightU: keyLight.u,
    });
    if (plan.ground === "beach") paintBeach(frame, palette, 0.79, layerSeed);
    return "";
  }
  if (plan.ground === "desert") {
    paintDunes(frame, palette, horizon, layerSeed, keyLight.u);
    return "";
  }
  const line = hills(layerSeed + 3, horizon + 0.03, 0.05, 0.9);
  if (plan.isSnowy) paintSnow(frame, palette, line, layerSeed, keyLight.u);
  else
    paintMeadow(
      frame,
      palette,
      line,
      layerSeed,
      keyLight.u,
      plan.ground === "forest" ? mixColour(palette.grass, palette.near, 0.35) : palette.grass,
    );
  const trees = plan.has("forest") || plan.isSnowy ? paintForest(frame, plan) : "";
  return trees + buildingsSvg(plan, line);
}

/**
 * Returns rows of firs, far to near, each row taller and darker, with mist between the rows; paints light shafts
 * behind.
 */
function paintForest(
  frame: Frame,
  { palette, horizon, random, aspect, keyLight, seed, has, isSnowy }: Plan,
): string {
  const rows = has("mountains") ? 2 : has("village") ? 3 : 5;
  if (!has("mountains") && !has("village") && palette.hour !== "night")
    paintRays(frame, palette, keyLight.u, -0.3, 0.3 * palette.shine, seed % 31);
  return Array.from({ length: rows }, (_, row) => {
    const t = (row + 1) / rows;
    const base = horizon + 0.015 + t * t * (has("village") ? 0.12 : 0.36);
    const colour = mixColour(
      palette.haze,
      mixColour(palette.near, palette.grass, isSnowy ? 0.1 : 0.22),
      0.22 + 0.74 * t,
    );
    const count = Math.round(46 - t * 26);
    const shadows: string[] = [];
    const trees = Array.from({ length: count }, (_, index) => {
      const x = ((index + random.next()) / count) * aspect * 1000;
      const edge = Math.abs(x / 1000 - aspect / 2) / (aspect / 2);
      const height =
        (110 + t * t * (has("village") ? 200 : 620)) * random.between(0.6, 1.15) * (0.6 + edge * 0.5);
      const foot = base * 1000 + random.between(0, 22);
      // Leaves a clearing in the middle that widens towards the viewer.
      if (t >= 0.4 && edge <= 0.12 + t * 0.42) return "";
      shadows.push(
        `<ellipse cx="${x.toFixed(1)}" cy="${(foot - height * 0.1).toFixed(1)}" rx="${(height * 0.26).toFixed(1)}" ry="${(height * 0.06).toFixed(1)}"/>`,
      );
      return fir(random, x, foot, height);
    });
    const shade = `<g fill="${toHex(mixColour(colour, palette.near, 0.4))}" opacity="${(0.3 + 0.35 * t).toFixed(2)}">${shadows.join("")}</g>`;
    const mist = `<rect x="0" y="${base * 1000 - 90}" width="${aspect * 1000}" height="140" fill="url(#mist${row})"/>`;
    const veil = `<defs><linearGradient id="mist${row}" x2="0" y2="1"><stop stop-color="${toHex(palette.haze)}" stop-opacity="0"/><stop offset=".72" stop-color="${toHex(palette.haze)}" stop-opacity="${(0.34 * (1 - t)).toFixed(2)}"/><stop offset="1" stop-color="${toHex(palette.haze)}" stop-opacity="0"/></linearGradient></defs>`;
    return `${veil}${shade}<path d="${trees.join("")}" fill="${toHex(colour)}"/>${t < 1 ? mist : ""}`;
  }).join("");
}

function buildingsSvg(plan: Plan, line: (u: number) => number): string {
  const { terms, palette, aspect, isNight, random } = plan;
  if (!terms.things.has("cabin") && !plan.has("village")) return "";
  const wall = mixColour(palette.near, palette.land, 0.35);
  const window =
    isNight || palette.hour === "dusk" || terms.weather === "snow"
      ? linearColour("#ffc860")
      : mixColour(wall, palette.keyLight, 0.35);
  const roof = plan.isSnowy
    ? mixColour({ r: 0.75, g: 0.8, b: 0.95 }, palette.haze, 0.45)
    : mixColour(palette.near, wall, 0.3);
  const house = (u: number, below: number, size: number, far: number) =>
    cabin(
      u * 1000,
      line(u) * 1000 + below,
      size,
      toHex(mixColour(wall, palette.haze, far)),
      toHex(mixColour(roof, palette.haze, far)),
      toHex(mixColour(window, palette.haze, far * 0.5)),
    );
  if (!plan.has("village")) return house(aspect * 0.36, 24, 130, 0);
  // Houses on alternating sides of the lane, far to near.
  return Array.from({ length: 11 }, (_, index) => {
    const near = (index / 10) ** 1.4;
    const side = index % 2 === 0 ? -1 : 1;
    const u = aspect / 2 + side * (0.07 + near * 0.3 + random.between(0, 0.06));
    return house(u, 4 + near * 150, 56 + near * 120, 0.45 * (1 - near));
  }).join("");
}
