import type { Size } from "~/ui/crop";
import { type ProjectiveMap, scaledSize } from "./geometry";
import { createPen, releaseCanvas, releasePixels } from "./pen";
import type { Pixels } from "./source";

/** Pixels that are read at a time. */
const STRIP_PIXELS = 1_000_000;

/**
 * Draws an image through projective maps, which a canvas cannot do by itself.
 * A map leads from fractions of the drawing to fractions of the image.
 */
export function createWarp(image: Pixels) {
  let scaled = { scale: 0, pixels: null as ImageData | null };
  const dispose = () => {
    if (scaled.pixels) releasePixels(scaled.pixels.data);
    scaled = { scale: 0, pixels: null };
  };
  return {
    dispose,
    draw: (map: ProjectiveMap, size: Size): Uint8ClampedArray<ArrayBuffer> | null => {
      const scale = scaleFor(image, map, size);
      if (scaled.scale !== scale) {
        dispose();
        scaled = { scale, pixels: scaledPixels(image, scale) };
      }
      return scaled.pixels && warped(scaled.pixels, map, size);
    },
  };
}

function warped(from: ImageData, map: ProjectiveMap, size: Size): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(size.width * size.height * 4);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map;
  let at = 0;
  for (let y = 0; y < size.height; y++) {
    const v = (y + 0.5) / size.height;
    for (let x = 0; x < size.width; x++, at += 4) {
      const u = (x + 0.5) / size.width;
      const depth = c * u + f * v + i;
      const column = ((a * u + d * v + g) / depth) * from.width - 0.5;
      const row = ((b * u + e * v + h) / depth) * from.height - 0.5;
      copyPixel(from, column, row, pixels, at);
    }
  }
  return pixels;
}

/** Copies the pixel at a place between four others, each by its share; none beyond the image. */
function copyPixel(
  { data, width, height }: ImageData,
  column: number,
  row: number,
  pixels: Uint8ClampedArray,
  at: number,
): void {
  // Beyond the image: the pixel stays transparent.
  if (column < -0.51 || row < -0.51 || column > width - 0.49 || row > height - 0.49) return;
  const left = Math.min(Math.max(Math.floor(column), 0), width - 1);
  const top = Math.min(Math.max(Math.floor(row), 0), height - 1);
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const dx = Math.min(Math.max(column - left, 0), 1);
  const dy = Math.min(Math.max(row - top, 0), 1);
  const [p, q] = [(top * width + left) * 4, (top * width + right) * 4];
  const [r, s] = [(bottom * width + left) * 4, (bottom * width + right) * 4];
  const [pw, qw, rw, sw] = [(1 - dx) * (1 - dy), dx * (1 - dy), (1 - dx) * dy, dx * dy];
  for (let channel = 0; channel < 4; channel++) {
    pixels[at + channel] =
      (data[p + channel] as number) * pw +
      (data[q + channel] as number) * qw +
      (data[r + channel] as number) * rw +
      (data[s + channel] as number) * sw;
  }
}

/**
 * Returns the scale at which the image has about as many pixels as the drawing: otherwise most would be skipped.
 * Nearby maps have the same scale.
 */
function scaleFor(image: Size, map: ProjectiveMap, size: Size): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, , , i = 1] = map;
  const depth = (c + f) / 2 + i;
  // Pixels of the image beside each other in a pixel of the drawing, near its middle.
  const across = Math.hypot(a * image.width, b * image.height) / depth / size.width;
  const down = Math.hypot(d * image.width, e * image.height) / depth / size.height;
  return Math.min(1, 2 ** (Math.round(-4 * Math.log2(Math.max(across, down))) / 4));
}

/** Returns the pixels of the image at a scale. They are read in strips: a canvas of all would be as large again. */
function scaledPixels(image: Pixels, scale: number): ImageData | null {
  const { width, height } = scaledSize(image, scale);
  const rows = Math.min(height, Math.ceil(STRIP_PIXELS / width));
  const pen = createPen({ width, height: rows }, { willReadFrequently: true });
  if (!pen) return null;
  const pixels = new ImageData(width, height);
  for (let y = 0; y < height; y += rows) {
    pen.clearRect(0, 0, width, rows);
    pen.drawImage(image, 0, -y, width, height);
    const strip = pen.getImageData(0, 0, width, Math.min(rows, height - y)).data;
    pixels.data.set(strip, y * width * 4);
    releasePixels(strip);
  }
  releaseCanvas(pen.canvas);
  return pixels;
}
