import { type Rgb, tint } from "../pixels/colour";
import { smoothstep } from "../pixels/interpolation";
import { fbm, noise } from "../pixels/noise";
import type { Random } from "../pixels/random";
import { addLight, aspectOf, type Frame, glow, linearColour, paint, ramp } from "./frame";
import type { Palette } from "./palette";

/** Paints the gradient of the sky from the top to the horizon. */
export function paintSky(frame: Frame, { sky }: Palette, horizon: number): void {
  const colours = ramp(sky);
  paint(frame, (pixel, _u, v) => Object.assign(pixel, colours(v / horizon)));
}

export interface CloudLayer {
  seed: number;
  horizon: number;
  scale: number;
  /** Noise threshold for a cloud: about 0.3 is overcast, 0.6 leaves wisps. */
  clear: number;
  amount: number;
}

/** Paints a cloud layer that recedes towards the horizon, lit from the side of the key light. */
export function paintClouds(frame: Frame, palette: Palette, deck: CloudLayer, keyLightU: number): void {
  const centre = aspectOf(frame) / 2;
  paint(
    frame,
    (pixel, u, v) => {
      const above = deck.horizon - v;
      if (above <= 0) return;
      const far = deck.scale / (above + 0.17);
      const x = (u - centre) * far + deck.seed;
      const y = far * 2.3 + deck.seed * 1.7;
      const drift = noise(x * 0.8, y * 0.8) * 0.9;
      const mass = fbm(x + drift, y + drift * 0.6, 5);
      const density = smoothstep(deck.clear, deck.clear + 0.24, mass);
      if (density === 0) return;
      const lit = fbm(x + drift + (keyLightU - u) * 0.35, y + drift * 0.6 + 0.16, 3) - mass;
      const thick = Math.min(1, smoothstep(0.25, 1, density) * 0.9 + lit * 1.6);
      const cover = density * deck.amount * smoothstep(0, 0.09, above);
      tint(
        pixel,
        {
          r: palette.cloudLit.r + (palette.cloudShade.r - palette.cloudLit.r) * thick,
          g: palette.cloudLit.g + (palette.cloudShade.g - palette.cloudLit.g) * thick,
          b: palette.cloudLit.b + (palette.cloudShade.b - palette.cloudLit.b) * thick,
        },
        cover,
      );
    },
    { bottom: deck.horizon },
  );
}

const starTints: readonly [Rgb, ...Rgb[]] = [
  { r: 1, g: 1, b: 1 },
  { r: 0.75, g: 0.86, b: 1 },
  { r: 1, g: 0.87, b: 0.7 },
];

/** Adds stars whose brightness follows a steep power law: most are faint, a few have a halo. */
export function paintStars(frame: Frame, random: Random, count: number, below: number): void {
  const { width, height, red, green, blue } = frame;
  for (let star = 0; star < count; star += 1) {
    const tintOf = random.pick(starTints);
    const power = 0.08 + 0.4 * random.next() ** 4 + 1.9 * random.next() ** 26;
    const x = Math.floor(random.next() * width);
    const y = Math.floor(random.next() ** 1.2 * below * height);
    const fade = 1 - (y / (below * height)) ** 3;
    const spread = power > 0.9 ? 3 : power > 0.35 ? 1 : 0;
    for (let dy = -spread; dy <= spread; dy += 1) {
      for (let dx = -spread; dx <= spread; dx += 1) {
        const [px, py] = [x + dx, y + dy];
        if (px < 0 || py < 0 || px >= width || py >= height) continue;
        const amount = (power * fade) / (1 + 3 * (dx * dx + dy * dy));
        const at = py * width + px;
        red[at] = (red[at] ?? 0) + tintOf.r * amount;
        green[at] = (green[at] ?? 0) + tintOf.g * amount;
        blue[at] = (blue[at] ?? 0) + tintOf.b * amount;
      }
    }
  }
}

/** Adds the Milky Way: a Gaussian band of fBm noise with dark lanes. */
export function paintMilkyWay(frame: Frame, seed: number): void {
  const [warm, cold] = [linearColour("#ffd9b8"), linearColour("#8fb0ff")];
  paint(frame, (pixel, u, v) => {
    const across = (u - 0.5) * 0.8 + (v - 0.45) * 0.62 + (fbm(u * 1.8 + seed, v * 1.8, 3) - 0.5) * 0.22;
    const band = Math.exp(-((across / 0.17) ** 2));
    if (band < 0.01) return;
    const clouds = fbm(u * 5 + seed, v * 5 + seed, 5);
    const lanes =
      1 - 0.85 * smoothstep(0.46, 0.66, fbm(u * 7 + seed * 3, v * 7, 4)) * Math.exp(-((across / 0.07) ** 2));
    const amount = band * smoothstep(0.22, 0.8, clouds) * lanes;
    addLight(pixel, cold, amount * 0.16);
    addLight(pixel, warm, amount * amount * 0.3);
  });
}

export interface KeyLight {
  u: number;
  v: number;
  radius: number;
}

/** Paints the sun: three glows and a disc; a veiled sun has no disc. */
export function paintSun(
  frame: Frame,
  { u, v, radius }: KeyLight,
  palette: Palette,
  isVeiled: boolean,
): void {
  glow(frame, u, v, radius * 13, palette.keyLight, isVeiled ? 0.1 : 0.24 * palette.shine);
  glow(frame, u, v, radius * 4, palette.keyLight, isVeiled ? 0.2 : 0.5);
  glow(frame, u, v, radius * 1.7, palette.keyLight, isVeiled ? 0.2 : 0.7);
  if (isVeiled) return;
  paint(
    frame,
    (pixel, pu, pv) => {
      const away = Math.sqrt((pu - u) ** 2 + (pv - v) ** 2) / radius;
      addLight(pixel, palette.keyLight, smoothstep(1.04, 0.96, away) * 2.6);
    },
    { top: v - radius * 1.2, bottom: v + radius * 1.2, left: u - radius * 1.2, right: u + radius * 1.2 },
  );
}

/** Paints the moon: maria and craters on a shaded sphere; `phase` 0 is full, 1.5 a thin crescent. */
export function paintMoon(
  frame: Frame,
  { u, v, radius }: KeyLight,
  palette: Palette,
  phase: number,
  seed: number,
): void {
  glow(frame, u, v, radius * 7, palette.keyLight, 0.13);
  glow(frame, u, v, radius * 2.2, palette.keyLight, 0.3);
  paint(
    frame,
    (pixel, pu, pv) => {
      const [x, y] = [(pu - u) / radius, (pv - v) / radius];
      const away = Math.sqrt(x * x + y * y);
      if (away > 1.05) return;
      const z = Math.sqrt(Math.max(0, 1 - away * away));
      const turn = phase * 1.35;
      const facing = smoothstep(-0.06, 0.22, (x * 0.86 - y * 0.5) * Math.sin(turn) + z * Math.cos(turn));
      const seas = smoothstep(0.42, 0.62, fbm(x * 1.7 + seed, y * 1.7, 4));
      const craters = (noise(x * 9 + seed, y * 9) - 0.5) * 0.16;
      const albedo = 1 - 0.34 * seas + craters;
      tint(
        pixel,
        {
          r: palette.keyLight.r * albedo * 1.5,
          g: palette.keyLight.g * albedo * 1.5,
          b: palette.keyLight.b * albedo * 1.5,
        },
        smoothstep(1.02, 0.97, away) * facing,
      );
    },
    { top: v - radius * 1.2, bottom: v + radius * 1.2, left: u - radius * 1.2, right: u + radius * 1.2 },
  );
}

/** Adds three curtains of northern lights along noisy lines, green below and violet above. */
export function paintAurora(frame: Frame, seed: number, horizon: number): void {
  const [low, high] = [linearColour("#3dffa2"), linearColour("#9a5cff")];
  for (let curtain = 0; curtain < 3; curtain += 1) {
    const layerSeed = seed + curtain * 17.3;
    const top = horizon * (0.24 + curtain * 0.17);
    paint(
      frame,
      (pixel, u, v) => {
        const foot = top + horizon * 0.34 + (fbm(u * 1.9 + layerSeed, layerSeed, 3) - 0.5) * 0.42;
        const up = (foot - v) / (horizon * 0.62);
        if (up < -0.06) return;
        const folds =
          0.25 +
          1.5 *
            smoothstep(0.3, 0.8, noise(u * 26 + layerSeed + up * 1.2, layerSeed)) *
            noise(u * 5 + layerSeed, 7);
        const body = up < 0 ? smoothstep(-0.06, 0, up) : Math.exp(-up * 3.1);
        const amount = body * folds * (curtain === 1 ? 0.62 : 0.36);
        const colour = smoothstep(0.15, 0.75, up);
        addLight(pixel, low, amount * (1 - colour));
        addLight(pixel, high, amount * colour * 0.9);
      },
      { bottom: horizon },
    );
  }
}

const rainbowColours = ramp([
  [0, linearColour("#7a3fff")],
  [0.2, linearColour("#3f6fff")],
  [0.4, linearColour("#2fd07a")],
  [0.6, linearColour("#ffe23f")],
  [0.8, linearColour("#ff8a2f")],
  [1, linearColour("#ff2f3f")],
]);

/** Adds the primary bow, and a slightly brighter sky inside it. */
export function paintRainbow(frame: Frame, u: number, horizon: number): void {
  paint(frame, (pixel, pu, pv) => {
    const away = Math.sqrt((pu - u) ** 2 + (pv - horizon - 0.12) ** 2);
    const position = (away - 0.52) / 0.055;
    if (position < -0.4) addLight(pixel, { r: 1, g: 1, b: 1 }, 0.02);
    if (position < -0.4 || position > 1.4) return;
    const amount = smoothstep(-0.35, 0.1, position) * smoothstep(1.35, 0.9, position);
    addLight(pixel, rainbowColours(position), amount * 0.34);
  });
}

/** Adds a lightning bolt: a random walk downwards with recursive branches. */
export function paintLightning(frame: Frame, random: Random, u: number, to: number): void {
  const colour = linearColour("#dfe4ff");
  const walk = (startU: number, startV: number, end: number, power: number) => {
    let [x, v] = [startU, startV];
    let lean = 0;
    for (let step = 0; v < end; step += 1) {
      if (step % 9 === 0) lean = random.between(-0.0026, 0.0026);
      x += lean + random.between(-0.0007, 0.0007);
      v += 0.002;
      glow(frame, x, v, 0.0017 * (0.6 + power * 0.4), colour, power * 2.2);
      if (step % 6 === 0) glow(frame, x, v, 0.022, colour, power * 0.09);
      if (power > 0.5 && random.next() < 0.014) walk(x, v, v + random.between(0.06, 0.16), power * 0.4);
    }
  };
  walk(u, 0.02, to, 1);
  glow(frame, u, 0.08, 0.35, linearColour("#b9b4ff"), 0.3);
}
