import type { Rgb } from "./colour";

/** Decoded pixels for the filters: three planes, row by row, gamma-encoded sRGB in [0, 1] unless stated otherwise. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

/** Decoded pixels as the codecs use them: interleaved RGBA bytes, row by row. */
export interface RgbaImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** A black raster. */
export function createRaster(width: number, height: number): Raster {
  const plane = () => new Float32Array(width * height);
  return { width, height, red: plane(), green: plane(), blue: plane() };
}

export function copyRaster({ width, height, red, green, blue }: Raster): Raster {
  return { width, height, red: red.slice(), green: green.slice(), blue: blue.slice() };
}

export const planesOf = ({ red, green, blue }: Raster) => [red, green, blue] as const;

/** Converts bytes to planes. Translucent pixels are composited over white, the colour of a page. */
export function fromRgba({
  width,
  height,
  data,
}: Pick<RgbaImage, "width" | "height"> & { data: ArrayLike<number> }): Raster {
  const raster = createRaster(width, height);
  const { red, green, blue } = raster;
  for (let at = 0, byte = 0; at < red.length; at += 1, byte += 4) {
    const alpha = (data[byte + 3] ?? 0) / 255;
    const paper = 1 - alpha;
    red[at] = ((data[byte] ?? 0) / 255) * alpha + paper;
    green[at] = ((data[byte + 1] ?? 0) / 255) * alpha + paper;
    blue[at] = ((data[byte + 2] ?? 0) / 255) * alpha + paper;
  }
  return raster;
}

/** Converts planes to opaque bytes; values outside [0, 1] are clamped. */
export function toRgba({ width, height, red, green, blue }: Raster): RgbaImage {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0, byte = 0; at < red.length; at += 1, byte += 4) {
    data[byte] = (red[at] ?? 0) * 255;
    data[byte + 1] = (green[at] ?? 0) * 255;
    data[byte + 2] = (blue[at] ?? 0) * 255;
    data[byte + 3] = 255;
  }
  return { width, height, data };
}

/** Rec. 709 luma of gamma-encoded values: 0.2126 R + 0.7152 G + 0.0722 B, into a new plane. */
export function luma({ red, green, blue }: Raster): Float32Array {
  const plane = new Float32Array(red.length);
  for (let at = 0; at < plane.length; at += 1) {
    plane[at] = 0.2126 * (red[at] ?? 0) + 0.7152 * (green[at] ?? 0) + 0.0722 * (blue[at] ?? 0);
  }
  return plane;
}

/** Changes one pixel in place. `x` and `y` are its coordinates, `at` its index in the planes. */
export type PixelShader = (pixel: Rgb, x: number, y: number, at: number) => void;

/** Runs a shader over every pixel of a raster, in place. The shader gets the same `pixel` object each time. */
export function shadePixels(raster: Raster, change: PixelShader): Raster {
  const { width, height, red, green, blue } = raster;
  const pixel: Rgb = { r: 0, g: 0, b: 0 };
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      pixel.r = red[at] ?? 0;
      pixel.g = green[at] ?? 0;
      pixel.b = blue[at] ?? 0;
      change(pixel, x, y, at);
      red[at] = pixel.r;
      green[at] = pixel.g;
      blue[at] = pixel.b;
    }
  }
  return raster;
}
