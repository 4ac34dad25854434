import { type Rgb, tint } from "../pixels/colour";
import { cellHash } from "../pixels/noise";
import type { Random } from "../pixels/random";
import { addLight, type Frame, linearColour, mixColour, paint, scaleColour } from "./frame";
import type { Palette } from "./palette";

interface Tower {
  left: number;
  width: number;
  top: number;
  seed: number;
  crown: "flat" | "spire" | "step";
}

const windowLights: readonly [Rgb, ...Rgb[]] = [
  linearColour("#ffd28a"),
  linearColour("#ffe6b8"),
  linearColour("#ffb45c"),
  linearColour("#b8dcff"),
];
const neons: readonly [Rgb, ...Rgb[]] = [
  linearColour("#ff2fa0"),
  linearColour("#22e6ff"),
  linearColour("#ffb02f"),
  linearColour("#8f5cff"),
];

function row(random: Random, aspect: number, base: number, tall: number, wide: number): Tower[] {
  const towers: Tower[] = [];
  for (let left = -0.05; left < aspect + 0.05; ) {
    const width = wide * random.between(0.6, 1.5);
    // Buildings are taller towards the middle of the skyline.
    const centre = Math.exp(-(((left + width / 2 - aspect / 2) / (aspect * 0.36)) ** 2));
    const height = tall * (0.3 + 0.7 * random.next() ** 1.4) * (0.45 + 0.75 * centre);
    const crown = random.pick(["flat", "flat", "spire", "step"] as const);
    towers.push({ left, width, top: base - height, seed: Math.floor(random.next() * 4000), crown });
    left += width * random.between(0.86, 1.14);
  }
  return towers;
}

/** Paints three rows of towers, far to near, each row darker; the time of day decides how many windows are lit. */
export function paintCity(
  frame: Frame,
  palette: Palette,
  random: Random,
  options: { base: number; aspect: number; isNeon: boolean; keyLightU: number },
): void {
  const isDark = palette.hour === "night" || palette.hour === "dusk";
  const glowing = isDark ? 1 : palette.hour === "day" ? 0 : 0.45;
  for (let layer = 0; layer < 3; layer += 1) {
    const t = layer / 2;
    const towers = row(random, options.aspect, options.base, 0.46 - t * 0.1, 0.055 + t * 0.03);
    const body = mixColour(
      mixColour(palette.haze, palette.land, 0.2 + t * 0.25),
      palette.near,
      0.15 + t * 0.62,
    );
    for (const tower of towers) {
      const sign = options.isNeon && layer > 0 && cellHash(tower.seed, 5) > 0.55 ? neonOf(tower.seed) : null;
      paintTower(frame, palette, tower, {
        body,
        base: options.base,
        layer,
        glowing,
        keyLightU: options.keyLightU,
        sign,
      });
    }
    // Haze and street light between the rows.
    paint(
      frame,
      (pixel, _u, v) => {
        const low = Math.exp(-(((options.base - v) / 0.1) ** 2));
        tint(
          pixel,
          isDark ? mixColour(palette.haze, windowLights[2] ?? palette.haze, 0.18) : palette.haze,
          low * (0.5 - t * 0.35),
        );
      },
      { top: options.base - 0.24, bottom: options.base },
    );
  }
}

const neonOf = (seed: number): Rgb =>
  neons[Math.floor(cellHash(seed, 9) * neons.length)] ?? neons[0] ?? { r: 1, g: 0, b: 1 };

/** The style of all towers of one layer of the skyline. */
interface TowerStyle {
  body: Rgb;
  base: number;
  layer: number;
  glowing: number;
  keyLightU: number;
  sign: Rgb | null;
}

function paintTower(frame: Frame, palette: Palette, tower: Tower, options: TowerStyle): void {
  const { left, width, top, seed, crown } = tower;
  const side = options.keyLightU > left + width / 2 ? 1 : -1;
  const pitch = 0.0068 + options.layer * 0.0022;
  const lit = mixColour(options.body, palette.keyLight, 0.16 * palette.shine);
  const region = {
    top: top - (crown === "spire" ? 0.09 : 0.02),
    bottom: options.base,
    left,
    right: left + width,
  };
  paint(
    frame,
    (pixel, u, v) => {
      const x = (u - left) / width;
      const inset = crown === "step" ? (v < top + 0.02 ? 0.22 : v < top + 0.05 ? 0.1 : 0) : 0;
      if (x < inset || x > 1 - inset) return;
      if (v < top) {
        if (crown === "spire" && Math.abs(x - 0.5) < 0.035 * ((v - region.top) / 0.09))
          Object.assign(pixel, options.body);
        return;
      }
      const face = side > 0 ? x : 1 - x;
      const colour = mixColour(options.body, lit, face * face * 0.9);
      const column = Math.floor((u - left) / (pitch * 0.8));
      const storey = Math.floor((v - top) / pitch);
      const inX = (u - left) / (pitch * 0.8) - column;
      const inY = (v - top) / pitch - storey;
      const isPane =
        inX > 0.24 &&
        inX < 0.78 &&
        inY > 0.25 &&
        inY < 0.72 &&
        x > 0.06 &&
        x < 0.94 &&
        v < options.base - 0.012;
      Object.assign(pixel, colour);
      if (!isPane) {
        if (options.sign && x > 0.44 && x < 0.56 && v > top + 0.03 && v < top + 0.15)
          addLight(pixel, options.sign, 1.1);
        return;
      }
      lightPane(pixel, palette, { column, storey, seed }, options);
    },
    region,
  );
}

/** Lights a window, at night most of them; a dark one reflects the sky. */
function lightPane(
  pixel: Rgb,
  palette: Palette,
  { column, storey, seed }: { column: number; storey: number; seed: number },
  options: Pick<TowerStyle, "glowing" | "layer">,
): void {
  const chance = cellHash(column * 7 + seed, storey * 13 + seed);
  const floorLit = cellHash(storey + seed, 3) > 0.86 ? 0.5 : 0;
  if (chance + floorLit > 1 - 0.4 * options.glowing) {
    const lamp = windowLights[Math.floor(chance * 97) % windowLights.length] ?? palette.keyLight;
    addLight(
      pixel,
      lamp,
      (0.25 + 0.85 * cellHash(storey, column + seed)) * options.glowing * (0.5 + options.layer * 0.4),
    );
  } else {
    tint(pixel, scaleColour(palette.sky.at(-2)?.[1] ?? palette.haze, 0.8), 0.16);
  }
}
