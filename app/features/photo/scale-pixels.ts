import { variantScale } from "~/contract/variant-scale";
import type { Pixels } from "./write-png";

/** The largest size of an image that goes up without a new encoding. */
export interface Fit {
  variant: "full" | "original";
  /** Bytes of the uncompressed file. */
  maxBytes: number;
}

/** Bytes for the chunks of the file, a colour profile among them. */
const HEAD_BYTES = 16 * 1024;

/** Returns pixels scaled to fit; the same ones when they do. Each new pixel is the mean of those that it covers. */
export function fittingPixels(pixels: Pixels, { variant, maxBytes }: Fit): Pixels {
  const { width, height, channels } = pixels;
  const room = Math.max(maxBytes / 2, maxBytes - HEAD_BYTES);
  // A row has one byte more than its pixels.
  const fitting = Math.sqrt(room / ((width * channels + 1) * height));
  const scale = Math.min(variantScale(pixels, variant), fitting);
  if (scale >= 1) return pixels;
  const size = (side: number) => Math.max(1, Math.floor(side * scale));
  return shrunk(pixels, size(width), size(height));
}

function shrunk({ data, stride, channels, ...from }: Pixels, width: number, height: number): Pixels {
  const shrunken = new Uint8Array(width * height * channels);
  let to = 0;
  for (let y = 0; y < height; y++) {
    const [top, bottom] = covered(y, height, from.height);
    for (let x = 0; x < width; x++) {
      const [left, right] = covered(x, width, from.width);
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let row = top; row < bottom; row++)
          for (let column = left; column < right; column++)
            sum += data[row * stride + column * channels + channel] ?? 0;
        shrunken[to++] = Math.round(sum / ((bottom - top) * (right - left)));
      }
    }
  }
  return { width, height, channels, data: shrunken, stride: width * channels };
}

/** Returns the range of pixels of a side that a pixel of the new side covers, at least one. */
function covered(at: number, side: number, from: number): [number, number] {
  const start = Math.floor((at * from) / side);
  return [start, Math.max(start + 1, Math.floor(((at + 1) * from) / side))];
}
