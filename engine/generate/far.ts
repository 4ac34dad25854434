import { paintCity } from "./city";
import { type Frame, glow, linearColour, mixColour, paintBelow, toHex } from "./frame";
import { groundPlaces } from "./ground";
import { hills, paintMountain, paintRange, peaks, treetops } from "./land";
import { always, type CanShow, type Plan } from "./plan";
import { castle, lighthouse } from "./shapes";
import type { Place, Thing } from "./vocabulary";
import { paintMist } from "./weather";

/** The places on the horizon. */
export const farPlaces = {
  mountains: always,
  hills: always,
  city: always,
} satisfies Partial<Record<Place, CanShow>>;

/** The things on the horizon. */
export const farThings = {
  castle: always,
  lighthouse: groundPlaces.sea,
  "snowy peaks": ({ has }) => has("mountains"),
  volcano: ({ has }) => has("mountains"),
} satisfies Partial<Record<Thing, CanShow>>;

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
  if (groundPlaces.sea(plan) && (isOpen || terms.things.has("lighthouse"))) {
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
