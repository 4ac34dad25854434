import { gaussianBlur } from "../pixels/blur";
import { createRandom } from "../pixels/random";
import { planesOf, type RgbaImage } from "../pixels/raster";
import type { Frame } from "./frame";

const STEPS = 16_384;
const BRIGHTEST = 8;
const SHOULDER = 0.62;

/**
 * Converts linear light to an sRGB byte value: linear up to the shoulder, then an exponential roll-off towards white.
 */
function screenValue(value: number): number {
  const toned =
    value < SHOULDER
      ? value
      : SHOULDER + (1 - SHOULDER) * (1 - Math.exp((SHOULDER - value) / (1 - SHOULDER)));
  return 255 * (toned <= 0.0031308 ? toned * 12.92 : 1.055 * toned ** (1 / 2.4) - 0.055);
}

// Look-up table over the square root of the value: more steps in the shadows, where banding is visible.
const screen = Float32Array.from({ length: STEPS + 1 }, (_, step) =>
  screenValue((step / STEPS) ** 2 * BRIGHTEST),
);
const random = createRandom(7);
const grains = Float32Array.from(
  { length: 65_536 },
  () => random.next() + random.next() + random.next() - 1.5,
);

const SHRINK = 4;

/** Returns a plane's values above the threshold, summed at a quarter of the size. */
function highlights(
  plane: Float32Array,
  frame: Frame,
  width: number,
  height: number,
  threshold: number,
): Float32Array {
  const small = new Float32Array(width * height);
  for (let y = 0, from = 0; y < frame.height; y += 1) {
    const row = (y >> 2) * width;
    for (let x = 0; x < frame.width; x += 1, from += 1) {
      const over = (plane[from] ?? 0) - threshold;
      if (over > 0) {
        const at = row + (x >> 2);
        small[at] = (small[at] ?? 0) + Math.min(over, 5) / (SHRINK * SHRINK);
      }
    }
  }
  return small;
}

/** Bloom: adds two blurred copies of the values above the threshold, one narrow and one wide. */
function bloom(frame: Frame, threshold: number, strength: number): void {
  const width = Math.ceil(frame.width / SHRINK);
  const height = Math.ceil(frame.height / SHRINK);
  const row = new Float32Array(width);
  for (const plane of planesOf(frame)) {
    const small = highlights(plane, frame, width, height, threshold);
    const halo = gaussianBlur(small, width, height, height * 0.022);
    const wide = gaussianBlur(small, width, height, height * 0.07);
    for (let at = 0; at < halo.length; at += 1)
      halo[at] = ((halo[at] ?? 0) + (wide[at] ?? 0) * 0.6) * strength;
    for (let y = 0; y < frame.height; y += 1) {
      const sy = Math.min(height - 1.001, Math.max(0, (y + 0.5) / SHRINK - 0.5));
      const top = Math.floor(sy) * width;
      const ty = sy - Math.floor(sy);
      for (let x = 0; x < width; x += 1)
        row[x] = (halo[top + x] ?? 0) * (1 - ty) + (halo[top + width + x] ?? 0) * ty;
      const start = y * frame.width;
      for (let x = 0; x < frame.width; x += 1) {
        const sx = Math.min(width - 1.001, Math.max(0, (x + 0.5) / SHRINK - 0.5));
        const left = sx | 0;
        const glow = (row[left] ?? 0) * (1 - sx + left) + (row[left + 1] ?? 0) * (sx - left);
        plane[start + x] = (plane[start + x] ?? 0) + glow;
      }
    }
  }
}

/** Converts a frame to bytes: bloom, vignette, tone curve and film grain. The grain is deterministic. */
export function toneMap(frame: Frame): RgbaImage {
  bloom(frame, 0.85, 0.55);
  const { width, height, red, green, blue } = frame;
  const data = new Uint8ClampedArray(width * height * 4);
  const scale = STEPS / Math.sqrt(BRIGHTEST);
  const diagonal = 1 / (width * width + height * height);
  let seed = 12_345;
  for (let y = 0, at = 0; y < height; y += 1) {
    const dy = 2 * y - height;
    for (let x = 0; x < width; x += 1, at += 1) {
      const dx = 2 * x - width;
      const edge = (dx * dx + dy * dy) * diagonal;
      const fall = 1 - 0.42 * edge * edge;
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const g = screen[Math.min(STEPS, Math.sqrt(Math.max(0, (green[at] ?? 0) * fall)) * scale) | 0] ?? 0;
      const noise = (grains[seed >>> 16] ?? 0) * (1.6 + (g * (255 - g)) / 5200);
      data[at * 4] =
        (screen[Math.min(STEPS, Math.sqrt(Math.max(0, (red[at] ?? 0) * fall)) * scale) | 0] ?? 0) + noise;
      data[at * 4 + 1] = g + noise;
      data[at * 4 + 2] =
        (screen[Math.min(STEPS, Math.sqrt(Math.max(0, (blue[at] ?? 0) * fall)) * scale) | 0] ?? 0) + noise;
      data[at * 4 + 3] = 255;
    }
  }
  return { width, height, data };
}
