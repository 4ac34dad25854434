import { paintStars } from "../generate/sky-objects";
import { gradient, type Rgb, rgb } from "../pixels/colour";
import { mix, smoothstep } from "../pixels/interpolation";
import { fbm } from "../pixels/noise";
import { createRandom, type Random } from "../pixels/random";
import { createRaster, type Raster, shadePixels } from "../pixels/raster";
import type { Size } from "../pixels/resize";

interface Light {
  /** From the top to the lower end. */
  heaven: (position: number) => Rgb;
  /** The three tones of a cloud. */
  lit: Rgb;
  body: Rgb;
  shadow: Rgb;
}
const day: Light = {
  heaven: gradient([0, "#1c6ecb"], [0.4, "#459fe4"], [0.75, "#98d6f2"], [1, "#e6f5ea"]),
  lit: rgb("#fffdf4"),
  body: rgb("#dbe8f6"),
  shadow: rgb("#93b1da"),
};
const night: Light = {
  heaven: gradient([0, "#0c1a4a"], [0.5, "#1f3a7d"], [0.85, "#3f64a4"], [1, "#7d93bd"]),
  lit: rgb("#a9bce2"),
  body: rgb("#6f88be"),
  shadow: rgb("#38508f"),
};

interface Cloud {
  x: number;
  /** y of the flat underside, in pixels. */
  base: number;
  width: number;
  /** Aerial perspective: share of sky mixed into the cloud, in [0, 1]. */
  haze: number;
  light: Light;
}

/** Paints one ball of a cloud, lit from the upper left in three flat tones. */
function paintPuff(sky: Raster, x: number, y: number, radius: number, cloud: Cloud): void {
  const { base, haze } = cloud;
  const { lit, body, shadow } = cloud.light;
  const { width, height, red, green, blue } = sky;
  const grown = radius * 1.25;
  const bottom = Math.min(height - 1, Math.ceil(Math.min(y + grown, base + radius * 0.1)));
  for (let py = Math.max(0, Math.floor(y - grown)); py <= bottom; py += 1) {
    for (let px = Math.max(0, Math.floor(x - grown)); px <= Math.min(width - 1, x + grown); px += 1) {
      const ragged = radius * (0.86 + 0.42 * (fbm(px / (radius * 0.42), py / (radius * 0.42), 3) - 0.36));
      const dx = (px - x) / ragged;
      const dy = (py - y) / ragged;
      const away = Math.sqrt(dx * dx + dy * dy);
      if (away >= 1) continue;
      const underside = base + (fbm(px / (radius * 0.5), 3.3, 2) - 0.5) * radius * 0.3;
      const cover =
        smoothstep(1, 1 - 1.6 / ragged, away) * smoothstep(underside, underside - radius * 0.35, py);
      if (cover <= 0) continue;
      const facing = -0.52 * dx - 0.72 * dy + 0.42 * Math.sqrt(1 - away * away);
      const low = smoothstep(base - radius * 1.5, base, py) * 0.45;
      const tone = facing - low;
      const first = smoothstep(-0.22, -0.02, tone);
      const second = smoothstep(0.2, 0.34, tone);
      const colour: Rgb = {
        r: mix(mix(shadow.r, body.r, first), lit.r, second),
        g: mix(mix(shadow.g, body.g, first), lit.g, second),
        b: mix(mix(shadow.b, body.b, first), lit.b, second),
      };
      const at = py * width + px;
      const amount = cover * (1 - haze);
      red[at] = mix(red[at] ?? 0, colour.r, amount);
      green[at] = mix(green[at] ?? 0, colour.g, amount);
      blue[at] = mix(blue[at] ?? 0, colour.b, amount);
    }
  }
}

/** Paints a cumulus: four rows of balls on a flat underside, the large ones in the middle. */
function paintCumulus(sky: Raster, cloud: Cloud, random: Random): void {
  const rows = 4;
  for (let row = 0; row < rows; row += 1) {
    const count = 9 - row;
    const order = rows - 1 - row;
    for (let index = 0; index < count; index += 1) {
      const across = count > 1 ? (index / (count - 1)) * 2 - 1 : 0;
      const spread = 0.5 * (0.45 + (0.55 * (row + 1)) / rows);
      const radius = cloud.width * (0.085 + 0.075 * (1 - across * across)) * random.between(0.75, 1.2);
      const lift = cloud.width * 0.13 * order * (1.1 - across * across * 0.9) * random.between(0.75, 1.1);
      const x = cloud.x + across * cloud.width * spread + random.between(-0.04, 0.04) * cloud.width;
      paintPuff(sky, x, cloud.base - lift - radius * 0.35, radius, cloud);
    }
  }
}

/** Returns a painted summer sky with six clouds, at night with stars; `depth` is the row of its lower end. */
export function summerSky({ width, height }: Size, depth: number, isNight: boolean): Raster {
  const light = isNight ? night : day;
  const sky = createRaster(width, height);
  shadePixels(sky, (pixel, x, y) => {
    const brushed = (fbm(x / 90, y / 24, 3) - 0.5) * 0.09;
    const { r, g, b } = light.heaven(y / depth + brushed);
    pixel.r = r;
    pixel.g = g;
    pixel.b = b;
  });
  const random = createRandom(1988);
  if (isNight) paintStars(sky, random, 500, (depth / height) * 0.9);
  const side = Math.max(width, depth);
  const clouds: Omit<Cloud, "light">[] = [
    { x: width * 0.12, base: depth * 0.98, width: side * 0.32, haze: 0.4 },
    { x: width * 0.62, base: depth * 0.96, width: side * 0.28, haze: 0.45 },
    { x: width * 0.34, base: depth * 0.9, width: side * 0.2, haze: 0.3 },
    { x: width * 0.9, base: depth * 0.86, width: side * 0.5, haze: 0.08 },
    { x: width * 0.05, base: depth * 0.52, width: side * 0.4, haze: 0 },
    { x: width * 0.6, base: depth * 0.24, width: side * 0.17, haze: 0.12 },
  ];
  for (const cloud of clouds) paintCumulus(sky, { ...cloud, light }, random);
  return sky;
}
