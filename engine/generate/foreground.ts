import { isSwimming, silhouette } from "./creatures";
import { type Frame, linearColour, mixColour, paintBelow, scaleColour, toHex } from "./frame";
import { namedColour } from "./palette";
import type { CanShow, Plan } from "./plan";
import { balloon, blade, broadTree, fir, flower, gull, palm, sailboat } from "./shapes";
import type { Thing } from "./vocabulary";
import { petals } from "./weather";

const garden = ["#e0403c", "#f2734a", "#f4b03c", "#d24f8e", "#8f5fd0", "#f0e8e0"] as const;

/** A portrait takes the place of the foreground. */
const isOpen: CanShow = ({ has }) => !has("portrait");

/** The things in the foreground. */
export const foregroundThings = {
  birds: isOpen,
  balloons: isOpen,
  boat: isOpen,
  palms: (plan) => isOpen(plan) && plan.ground === "beach",
  flowers: (plan) => isOpen(plan) && !plan.isSnowy,
  blossoms: isOpen,
  "autumn leaves": isOpen,
} satisfies Partial<Record<Thing, CanShow>>;

/** Whether the foreground shows the prompt's creature. */
export const isCreatureShown = isOpen;

/**
 * Paints the foreground shore or knoll and returns the foreground's SVG: birds, balloons, boats, plants, creatures.
 */
export function paintForeground(frame: Frame, plan: Plan): string {
  const { terms, random, aspect } = plan;
  const elements: string[] = [];
  if (terms.things.has("balloons")) elements.push(balloons(plan));
  if (
    terms.things.has("birds") ||
    (terms.creature === null && random.next() < 0.35 && !plan.isNight && terms.weather === null)
  ) {
    elements.push(flock(plan));
  }
  if (terms.things.has("boat")) elements.push(boats(plan));
  if (terms.creature && isSwimming(terms.creature)) elements.push(swimmer(plan));
  if ((plan.ground === "meadow" || terms.things.has("flowers")) && foregroundThings.flowers(plan))
    elements.push(meadow(plan));
  if (foregroundThings.palms(plan)) elements.push(palms(plan));
  const isBanked = plan.ground === "water" && (plan.has("mountains") || plan.has("forest"));
  if (isBanked) elements.push(bank(frame, plan));
  if (terms.things.has("autumn leaves") || terms.things.has("blossoms")) elements.push(framingTree(plan));
  if (terms.creature && !isSwimming(terms.creature)) elements.push(knoll(frame, plan));
  if (terms.things.has("blossoms"))
    elements.push(petals(random, aspect, ["#ffd7e4", "#ffb3cd", "#fff0f4"], 90));
  if (terms.things.has("autumn leaves"))
    elements.push(petals(random, aspect, ["#d9542b", "#f0a03c", "#a83226"], 60));
  return elements.join("");
}

function flock({ random, aspect, palette, horizon }: Plan): string {
  const colour = toHex(mixColour(palette.near, palette.haze, 0.2));
  const [cx, cy] = [aspect * 1000 * random.between(0.3, 0.7), horizon * 1000 * random.between(0.35, 0.6)];
  const birds = Array.from({ length: 9 }, (_, index) => {
    const wing = index % 2 === 0 ? 1 : -1;
    const rank = Math.ceil(index / 2);
    return gull(
      cx + wing * rank * 26 + random.between(-8, 8),
      cy + rank * 13 + random.between(-7, 7),
      random.between(17, 26),
    );
  });
  return `<path d="${birds.join("")}" fill="${colour}"/>`;
}

function balloons({ random, aspect, horizon }: Plan): string {
  const count = 7;
  return Array.from({ length: count }, (_, index) => {
    const near = (index / (count - 1)) ** 2;
    const x = aspect * 1000 * (0.1 + 0.8 * ((index * 0.382 + random.next() * 0.1) % 1));
    const y = horizon * 1000 * (0.82 - near * 0.42) + random.between(-50, 30);
    return `<g opacity="${(0.6 + near * 0.4).toFixed(2)}">${balloon(random, x, y, 36 + near * 150, index)}</g>`;
  }).join("");
}

function boats({ random, aspect, palette, horizon, keyLight }: Plan): string {
  const count = random.pick([1, 2, 3]);
  return Array.from({ length: count }, (_, index) => {
    const near = index === 0 ? 1 : random.between(0.1, 0.3);
    const x =
      index === 0
        ? aspect * 1000 * (keyLight.u > aspect / 2 ? 0.36 : 0.64)
        : aspect * 1000 * random.between(0.12, 0.88);
    const y = horizon * 1000 + 14 + near * 120;
    const size = 40 + near * 190;
    const hull = toHex(mixColour(palette.haze, palette.near, 0.35 + near * 0.6));
    const sail = toHex(mixColour(palette.cloudLit, palette.keyLight, 0.3));
    const shade = toHex(mixColour(palette.cloudShade, palette.cloudLit, 0.4));
    const boat = sailboat(x, y, size, hull, sail, shade);
    const mirror = `<g opacity=".34" transform="translate(0 ${(2 * y + size * 0.06).toFixed(1)}) scale(1 -1)">${boat}</g>`;
    return mirror + boat;
  }).join("");
}

/** Returns a swimming creature with ripples and spray. */
function swimmer({ terms, aspect, palette, horizon, keyLight }: Plan): string {
  if (!terms.creature) return "";
  const x = aspect * 1000 * (keyLight.u > aspect / 2 ? 0.4 : 0.6);
  const y = horizon * 1000 + 185;
  const leaps = terms.creature === "dolphin";
  const size = leaps ? 210 : 270;
  const body = silhouette(
    terms.creature,
    { x, y: leaps ? y - 70 : y + 6, size, turn: keyLight.u * 1000 > x ? 1 : -1 },
    toHex(mixColour(palette.near, palette.water, 0.25)),
    toHex(palette.keyLight),
  );
  const foam = toHex(mixColour(palette.cloudLit, palette.water, 0.2));
  const rings = [1, 1.7, 2.5]
    .map(
      (grow, index) =>
        `<ellipse cx="${x}" cy="${y}" rx="${60 * grow}" ry="${9 * grow}" fill="none" stroke="${foam}" stroke-width="${3 - index * 0.8}" opacity="${0.7 - index * 0.2}"/>`,
    )
    .join("");
  const drops = Array.from({ length: 26 }, (_, index) => {
    const angle = (index / 26) * Math.PI;
    const far = 40 + ((index * 37) % 60);
    return `<circle cx="${(x + Math.cos(angle) * far).toFixed(1)}" cy="${(y - Math.sin(angle) * far * 0.7).toFixed(1)}" r="${1.4 + ((index * 13) % 5) * 0.6}"/>`;
  }).join("");
  return `${body}${rings}<g fill="${foam}" opacity=".8">${drops}</g><ellipse cx="${x}" cy="${y + 3}" rx="46" ry="8" fill="${foam}" opacity=".6"/>`;
}

/** Returns grass blades and flowers; flowers are larger and rarer towards the viewer. */
function meadow({ terms, random, aspect, palette, horizon }: Plan): string {
  const tones =
    terms.colours.length > 0 ? terms.colours.map((colour) => toHex(namedColour(colour))) : [...garden];
  const exposure = palette.shine ** 1.6;
  const lit = (hex: string) => toHex(scaleColour(mixColour(linearColour(hex), palette.haze, 0.12), exposure));
  const count = terms.things.has("flowers") ? 330 : 90;
  const stem = toHex(mixColour(palette.grass, palette.near, 0.5));
  const rows: { y: number; svg: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const near = random.next() ** 1.7;
    const y = (horizon + 0.1 + near * (0.98 - horizon)) * 1000;
    const size = 3 + near * near * (terms.things.has("flowers") ? 40 : 24);
    const tone = tones[Math.floor(random.next() * tones.length)] ?? garden[0];
    const petal = lit(tone);
    const deep = toHex(mixColour(linearColour(petal), palette.near, 0.3));
    rows.push({ y, svg: flower(random, random.next() * aspect * 1000, y, size, petal, deep, stem) });
  }
  rows.sort((a, b) => a.y - b.y);
  const blades = Array.from({ length: 170 }, () =>
    blade(random, random.next() * aspect * 1000, 1004, random.between(24, 110)),
  );
  return `${rows.map(({ svg }) => svg).join("")}<path d="${blades.join("")}" fill="${toHex(mixColour(palette.near, palette.grass, 0.35))}"/>`;
}

function palms({ random, aspect, palette, keyLight }: Plan): string {
  const colour = toHex(mixColour(palette.near, palette.grass, 0.08));
  const side = keyLight.u > aspect / 2 ? 0 : 1;
  const at = (share: number) => (side === 0 ? share : 1 - share) * aspect * 1000;
  const lean = side === 0 ? 1 : -1;
  return (
    palm(random, at(0.09), 1010, 690, colour, lean) +
    palm(random, at(0.02), 1015, 520, colour, lean * 0.8) +
    palm(random, at(0.2), 1020, 400, colour, lean * 0.5)
  );
}

/** Paints the near shore of a lake and returns dark firs on both sides of it. */
function bank(frame: Frame, { random, aspect, palette, seed }: Plan): string {
  const colour = mixColour(palette.near, palette.grass, 0.06);
  const shore = (u: number) =>
    0.985 - 0.1 * (Math.abs(u - aspect / 2) / (aspect / 2)) ** 3 - 0.006 * Math.sin(u * 40 + seed);
  paintBelow(frame, shore, (pixel) => Object.assign(pixel, colour));
  const trees = Array.from({ length: 26 }, (_, index) => {
    const side = index % 2;
    const inward = random.next() ** 1.5 * 0.3;
    const u = side === 0 ? inward * aspect : (1 - inward) * aspect;
    const height = 130 + 430 * (1 - inward / 0.3) * random.between(0.4, 1);
    return fir(random, u * 1000, shore(u) * 1000 + 12, height);
  });
  return `<path d="${trees.join("")}" fill="${toHex(colour)}"/>`;
}

function framingTree({ terms, random, aspect, palette, keyLight }: Plan): string {
  const isCherry = terms.things.has("blossoms");
  const leaves = (
    isCherry ? ["#ffc4d8", "#ff9fc0", "#ffe3ec", "#f07fa8"] : ["#e8642c", "#f2a03a", "#c23a28", "#f6c650"]
  ) as [string, ...string[]];
  const exposure = 0.35 + 0.65 * palette.shine;
  const leaf = (lit: number) => {
    const colour = scaleColour(
      linearColour(random.pick(leaves)),
      exposure * (0.45 + 0.6 * Math.min(1, Math.max(0, lit))),
    );
    return toHex(mixColour(colour, palette.keyLight, lit > 0.85 ? 0.25 : 0));
  };
  const x = (keyLight.u > aspect / 2 ? 0.2 : 0.8) * aspect * 1000;
  return broadTree(random, x, 985, 820, toHex(mixColour(palette.near, linearColour("#4a2c24"), 0.35)), leaf);
}

/** Paints a dark knoll and returns the creature on it, with a rim light, and grass. */
function knoll(frame: Frame, { terms, aspect, palette, keyLight, random, ground }: Plan): string {
  if (!terms.creature) return "";
  const u = aspect * (keyLight.u > aspect / 2 ? 0.36 : 0.64);
  const crest = ground === "meadow" || ground === "forest" ? 0.87 : 0.84;
  const line = (at: number) =>
    crest + ((at - u) / 0.62) ** 2 * 0.2 + 0.004 * Math.sin(at * 31) + 0.002 * Math.sin(at * 83);
  const colour = mixColour(palette.near, palette.grass, 0.05);
  paintBelow(frame, line, (pixel, _u, _v, depth) =>
    Object.assign(
      pixel,
      mixColour(mixColour(colour, palette.keyLight, 0.1), colour, Math.min(1, depth * 60)),
    ),
  );
  const sizes = {
    elephant: 330,
    horse: 320,
    deer: 320,
    bear: 260,
    person: 200,
    couple: 205,
    rabbit: 150,
    owl: 170,
  } as const;
  const size = terms.creature in sizes ? sizes[terms.creature as keyof typeof sizes] : 270;
  const grass = Array.from({ length: 150 }, () => {
    const at = random.next() * aspect;
    return blade(random, at * 1000, line(at) * 1000 + 5, random.between(8, 30));
  });
  return `${silhouette(
    terms.creature,
    { x: u * 1000, y: line(u) * 1000 + 5, size, turn: keyLight.u > u ? 1 : -1 },
    toHex(colour),
    toHex(scaleColour(palette.keyLight, 0.9)),
  )}<path d="${grass.join("")}" fill="${toHex(colour)}"/>`;
}
