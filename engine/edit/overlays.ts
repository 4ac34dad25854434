import { tint } from "../pixels/colour";
import { clamp, smoothstep } from "../pixels/interpolation";
import { fbm, noise } from "../pixels/noise";
import { createRandom } from "../pixels/random";
import { type Raster, shadePixels } from "../pixels/raster";
import { detectBackdrop } from "../styles/backdrop";

const long = (p: Raster) => Math.max(p.width, p.height);

/** Adds fog: density from fBm noise, higher towards the top of the image, where the distance is. */
export function fog(p: Raster): Raster {
  const white = { r: 0.86, g: 0.88, b: 0.9 };
  return shadePixels(p, (pixel, x, y) => {
    const torn = fbm((x / long(p)) * 3.2, (y / long(p)) * 7, 4);
    const depth = 0.85 - (y / p.height) * 0.55;
    tint(pixel, white, clamp(depth * smoothstep(0.12, 0.72, torn) + 0.12));
  });
}

/** Adds rain: a grey veil, and fine and coarse slanted streaks from noise. */
export function rain(p: Raster): Raster {
  const unit = long(p);
  return shadePixels(p, (pixel, x, y) => {
    tint(pixel, { r: 0.42, g: 0.47, b: 0.53 }, 0.26);
    const slant = (x + y * 0.16) / unit;
    const fine = smoothstep(0.78, 0.96, noise(slant * 380, (y / unit) * 15));
    const coarse = smoothstep(0.85, 0.98, noise(slant * 140 + 31, (y / unit) * 5));
    const lit = fine * 0.2 + coarse * 0.26;
    pixel.r = clamp(pixel.r + lit);
    pixel.g = clamp(pixel.g + lit);
    pixel.b = clamp(pixel.b + lit * 1.05);
  });
}

/** Adds 900 snowflakes, small and sharp far away, large and soft near the viewer. */
export function snow(p: Raster): Raster {
  shadePixels(p, (pixel) => tint(pixel, { r: 0.8, g: 0.85, b: 0.93 }, 0.2));
  const random = createRandom(24);
  for (let flake = 0; flake < 900; flake += 1) {
    const near = random.next() ** 3;
    const radius = long(p) * (0.0012 + near * 0.0062);
    addDot(
      p,
      random.next() * p.width,
      random.next() * p.height,
      radius,
      0.95 - near * 0.5,
      0.35 + 0.3 * near,
    );
  }
  return p;
}

/** Adds 700 stars, in the detected sky, else in the upper, darker part. */
export function stars(p: Raster): Raster {
  const random = createRandom(9);
  const sky = detectBackdrop(p);
  for (let star = 0; star < 700; star += 1) {
    const [x, y] = [random.next() * p.width, random.next() * p.height];
    const at = Math.floor(y) * p.width + Math.floor(x);
    const open = sky ? (sky.mask[at] ?? 0) : 1 - smoothstep(0.2, 0.6, y / p.height);
    const power = 0.25 + 0.75 * random.next() ** 5;
    if (open > 0.2) addDot(p, x, y, long(p) * (0.0009 + 0.0017 * power ** 3), open * power, 0.1);
  }
  return p;
}

/** Blends a soft white dot into the raster; `core` in [0, 1] is the share of the radius with full strength. */
function addDot(p: Raster, cx: number, cy: number, radius: number, strength: number, core: number): void {
  const { width, height, red, green, blue } = p;
  const reach = Math.max(1, radius * 1.2);
  for (let y = Math.max(0, Math.floor(cy - reach)); y <= Math.min(height - 1, cy + reach); y += 1) {
    for (let x = Math.max(0, Math.floor(cx - reach)); x <= Math.min(width - 1, cx + reach); x += 1) {
      const away = Math.sqrt((x + 0.5 - cx) ** 2 + (y + 0.5 - cy) ** 2) / reach;
      const amount = strength * smoothstep(1, core, away);
      const at = y * width + x;
      red[at] = (red[at] ?? 0) + (0.98 - (red[at] ?? 0)) * amount;
      green[at] = (green[at] ?? 0) + (0.99 - (green[at] ?? 0)) * amount;
      blue[at] = (blue[at] ?? 0) + (1 - (blue[at] ?? 0)) * amount;
    }
  }
}

/** Adds triangular noise of ±0.13 to all channels alike. */
export function grain(p: Raster): Raster {
  const random = createRandom(400);
  return shadePixels(p, (pixel) => {
    const speck = (random.next() + random.next() - 1) * 0.13;
    pixel.r = clamp(pixel.r + speck);
    pixel.g = clamp(pixel.g + speck);
    pixel.b = clamp(pixel.b + speck);
  });
}

/** Darkens the corners, by up to 85 %. */
export function vignette(p: Raster): Raster {
  return shadePixels(p, (pixel, x, y) => {
    const edge = ((x / p.width - 0.5) ** 2 + (y / p.height - 0.5) ** 2) * 2;
    const fall = 1 - 0.85 * smoothstep(0.2, 1, edge);
    pixel.r *= fall;
    pixel.g *= fall;
    pixel.b *= fall;
  });
}
