import sharp from "sharp";
import { createRandom } from "../../random";
import { createFrame, type Frame } from "./frame";

/** Sizes in pixels at which scenes are painted. */
const formats = {
  portrait: { width: 540, height: 675 },
  landscape: { width: 720, height: 480 },
  square: { width: 600, height: 600 },
  wide: { width: 800, height: 450 },
  tall: { width: 480, height: 720 },
} as const;

/** Width of every rendered image in pixels: sharp enough for the feed, and small for a fast first start. */
export const imageWidth = 840;

export interface Scene {
  readonly format: keyof typeof formats;
  /** Film grain; default 1. */
  readonly grain?: number;
  /** Strength of the vignette; default 1. */
  readonly vignette?: number;
  /**
   * Paints the frame and returns the overlay for sharp details: SVG elements in a view box 1000 units high, or "".
   */
  readonly compose: (frame: Frame) => string;
}

const steps = 16_384;
const maxLight = 8;
const shoulder = 0.6;

/**
 * Converts linear light to an sRGB byte value: linear up to the shoulder, then an exponential roll-off towards white.
 */
function screenValue(value: number): number {
  const toned =
    value < shoulder
      ? value
      : shoulder + (1 - shoulder) * (1 - Math.exp((shoulder - value) / (1 - shoulder)));
  return 255 * (toned <= 0.0031308 ? toned * 12.92 : 1.055 * toned ** (1 / 2.4) - 0.055);
}

// Look-up table over the square root of the value: more steps in the shadows, where banding is visible.
const screen = Float32Array.from({ length: steps + 1 }, (_, step) =>
  screenValue((step / steps) ** 2 * maxLight),
);
const random = createRandom(7);
const grains = Float32Array.from({ length: 65_536 }, () => random.bell());

function toneMap(frame: Frame, grain: number, vignette: number): Buffer {
  const { width, height, red, green, blue } = frame;
  const out = Buffer.allocUnsafe(width * height * 3);
  const scale = steps / Math.sqrt(maxLight);
  const diagonal = 1 / (width * width + height * height);
  let seed = 12_345;
  for (let y = 0, at = 0; y < height; y += 1) {
    const dy = 2 * y - height;
    for (let x = 0; x < width; x += 1, at += 1) {
      const dx = 2 * x - width;
      const edge = (dx * dx + dy * dy) * diagonal;
      const fall = 1 - vignette * 0.42 * edge * edge;
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const noise = (grains[seed >>> 16] ?? 0) * grain * 0.5;
      const r = screen[Math.min(steps, Math.sqrt(Math.max(0, (red[at] ?? 0) * fall)) * scale) | 0] ?? 0;
      const g = screen[Math.min(steps, Math.sqrt(Math.max(0, (green[at] ?? 0) * fall)) * scale) | 0] ?? 0;
      const b = screen[Math.min(steps, Math.sqrt(Math.max(0, (blue[at] ?? 0) * fall)) * scale) | 0] ?? 0;
      const strength = noise * (1.4 + (g * (255 - g)) / 6500);
      out[at * 3] = Math.max(0, Math.min(255, r + strength + 0.5));
      out[at * 3 + 1] = Math.max(0, Math.min(255, g + strength + 0.5));
      out[at * 3 + 2] = Math.max(0, Math.min(255, b + strength + 0.5));
    }
  }
  return out;
}

export const jpegQuality = 86;

export function renderScene(scene: Scene): Promise<Buffer> {
  const format = formats[scene.format];
  const frame = createFrame(format.width, format.height);
  const width = imageWidth;
  const height = Math.round((imageWidth * format.height) / format.width);
  const overlay = scene.compose(frame);
  const pixels = toneMap(frame, scene.grain ?? 1, scene.vignette ?? 1);
  const raw = { width: frame.width, height: frame.height, channels: 3 } as const;
  const image = sharp(pixels, { raw }).resize(width, height, { kernel: "linear" });
  if (overlay !== "") {
    const box = `viewBox="0 0 ${(1000 * width) / height} 1000"`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${box}>${overlay}</svg>`;
    image.composite([{ input: Buffer.from(svg) }]);
  }
  return image.jpeg({ quality: jpegQuality }).toBuffer();
}
