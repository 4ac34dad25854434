import { paintCity } from "./city";
import { type Frame, glow, linearColour, mixColour, paintBelow, toHex } from "./frame";
import {
  hills,
  paintDunes,
  paintMeadow,
  paintMountain,
  paintRange,
  paintSnow,
  peaks,
  treetops,
} from "./land";
import type { Plan } from "./plan";
import { cabin, castle, fir, lighthouse } from "./shapes";
import { paintBeach, paintWater } from "./water";
import { paintMist, paintRays } from "./weather";

/** Paints everything on the horizon, far to near, and returns the sharp parts as SVG. */
export function paintFar(frame: Frame, plan: Plan): string {
  const { palette, horizon, seed, keyLight, terms, random, aspect } = plan;
  const layerSeed = seed % 97;
  const elements: string[] = [];
  if (plan.has("mountains")) paintMassif(frame, plan);
  if (plan.has("hills") || (plan.ground === "meadow" && !plan.has("mountains")) || plan.ground === "snow") {
    for (let layer = 0; layer < 4; layer += 1) {
      const t = layer / 3;
      const line = hills(layerSeed + layer * 7, horizon - 0.09 + t * 0.1, 0.13 - t * 0.03, 1 + t * 0.8);
      const wooded =
        layer % 2 === 1 ? treetops(line, layerSeed + layer, 0.02 + t * 0.012, 34 - t * 14) : line;
      const crest = mixColour(palette.haze, mixColour(palette.grass, palette.near, 0.45), 0.16 + t * 0.52);
      paintRange(frame, wooded, crest, mixColour(palette.haze, crest, 0.12), 0.13, horizon + 0.12);
    }
  }
  if (plan.ground === "forest" && !plan.has("mountains"))
    paintMist(frame, horizon, 0.2, palette.haze, 0.5, layerSeed);
  if (plan.has("city")) {
    const isNeon = terms.style === "cyberpunk" || terms.moods.has("vivid") || plan.isNight;
    paintCity(frame, palette, random, { base: horizon, aspect, isNeon, keyLightU: keyLight.u });
  }
  const isOpen = !plan.has("mountains") && !plan.has("city");
  if ((plan.ground === "water" || plan.ground === "beach") && (isOpen || terms.things.has("lighthouse"))) {
    elements.push(paintHeadlands(frame, plan));
  }
  if (terms.things.has("castle")) {
    const [x, y] = [aspect * 1000 * 0.5, (horizon - 0.05) * 1000];
    const colour = mixColour(palette.haze, palette.near, 0.6);
    const knoll = (u: number) => horizon - 0.055 + ((u - aspect * 0.5) / 0.2) ** 2 * 0.09;
    paintRange(frame, knoll, colour, palette.haze, 0.2);
    elements.push(
      castle(
        x,
        y,
        290,
        toHex(colour),
        toHex(
          plan.isNight || palette.hour === "dusk"
            ? linearColour("#ffcf7a")
            : mixColour(colour, palette.keyLight, 0.3),
        ),
      ),
    );
  }
  return elements.join("");
}

function paintMassif(frame: Frame, plan: Plan): void {
  const { palette, horizon, seed, keyLight, terms, aspect } = plan;
  const layerSeed = seed % 89;
  const isHigh = terms.moods.has("epic") || terms.things.has("snowy peaks");
  const snow = plan.isSnowy || terms.things.has("snowy peaks") ? 1 : terms.things.has("volcano") ? 0.1 : 0.62;
  const far = mixColour(palette.haze, palette.land, 0.2);
  // The ground covers everything below.
  const to = horizon + 0.12;
  paintRange(frame, peaks(layerSeed, horizon - 0.15, 0.2, 1.6), far, palette.haze, 0.24, to);
  const line = terms.things.has("volcano")
    ? (u: number) =>
        horizon -
        0.32 +
        Math.max(0, Math.abs(u - aspect / 2) - 0.045) * 0.86 +
        peaks(layerSeed, 0, 0.04, 4)(u)
    : peaks(layerSeed + 11, horizon - (isHigh ? 0.21 : 0.16), isHigh ? 0.46 : 0.36, 1.15);
  paintMountain(frame, line, palette, {
    seed: layerSeed,
    keyLightU: keyLight.u,
    air: 0.26,
    snow,
    reach: 0.34,
    to,
  });
  if (terms.things.has("volcano")) {
    for (const [du, dv, radius, strength] of [
      [0, -0.34, 0.05, 1.6],
      [0.01, -0.27, 0.02, 1],
      [-0.014, -0.2, 0.014, 0.8],
      [0.004, -0.13, 0.012, 0.6],
    ] as const) {
      glow(frame, aspect / 2 + du, horizon + dv, radius, linearColour("#ff5a1a"), strength);
    }
  }
  paintMist(frame, horizon - 0.06, 0.05, palette.haze, 0.5, layerSeed);
  const near = peaks(layerSeed + 29, horizon - 0.03, 0.24, 1.5);
  paintMountain(frame, near, palette, {
    seed: layerSeed + 3,
    keyLightU: keyLight.u,
    air: 0.1,
    snow: snow * 0.35,
    reach: 0.26,
    to,
  });
  const wood = treetops(hills(layerSeed + 41, horizon - 0.012, 0.06, 1.8), layerSeed, 0.03, 30);
  const tone = mixColour(mixColour(palette.grass, palette.near, 0.62), palette.haze, 0.18);
  paintRange(frame, wood, tone, mixColour(tone, palette.haze, 0.5), 0.14, to);
  paintMist(frame, horizon, 0.022, palette.haze, 0.55, layerSeed + 5);
}

/** Paints headlands on both sides of the sea and returns the lighthouse as SVG, if there is one. */
function paintHeadlands(frame: Frame, plan: Plan): string {
  const { palette, horizon, seed, aspect, keyLight, terms } = plan;
  const layerSeed = seed % 53;
  const side = keyLight.u > aspect / 2 ? -1 : 1;
  const far = mixColour(palette.haze, palette.near, 0.3);
  const from = (u: number) => (side > 0 ? u : aspect - u);
  const away = (u: number) =>
    horizon +
    0.012 -
    0.07 * Math.max(0, (from(u) - aspect * 0.52) / 0.5) ** 0.8 -
    (peaks(layerSeed, 0, 0.05, 3)(u) > -0.01 ? 0.004 : 0.012);
  paintBelow(frame, away, (pixel, _u, _v, depth) =>
    Object.assign(pixel, mixColour(far, palette.haze, Math.min(1, depth * 9))),
  );
  if (!terms.things.has("lighthouse")) return "";
  const cape = (u: number) =>
    horizon +
    0.02 -
    0.1 * Math.max(0, 1 - Math.abs(from(u) - aspect * 0.8) / 0.24) ** 0.7 +
    peaks(layerSeed + 7, 0, 0.018, 9)(u);
  const rock = mixColour(palette.haze, palette.near, 0.7);
  paintRange(frame, cape, rock, mixColour(rock, palette.haze, 0.4), 0.12);
  const centre = side > 0 ? aspect * 0.8 : aspect * 0.2;
  const top = horizon - 0.3;
  glow(frame, centre, top, 0.05, linearColour("#ffdf9a"), plan.isNight ? 1.4 : 0.7);
  const white = mixColour({ r: 0.8, g: 0.8, b: 0.82 }, palette.keyLight, 0.3);
  return lighthouse(
    centre * 1000,
    cape(centre) * 1000 + 4,
    240,
    toHex(mixColour(white, palette.haze, plan.isNight ? 0.6 : 0.15)),
    toHex(mixColour(palette.haze, palette.near, 0.6)),
    toHex(linearColour("#fff0c0")),
  );
}

/** Paints the ground from the horizon to the lower edge and returns the sharp parts on it as SVG. */
export function paintGround(frame: Frame, plan: Plan): string {
  const { palette, horizon, seed, keyLight, terms } = plan;
  const layerSeed = seed % 79;
  const calm = terms.moods.has("calm") || plan.has("lake");
  const ripple = terms.weather === "storm" ? 2 : calm ? 0.34 : 0.95;
  if (plan.ground === "water" || plan.ground === "beach" || plan.ground === "city") {
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
