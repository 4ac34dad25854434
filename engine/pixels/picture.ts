/** A picture as the filters work on it: three planes of numbers, 0 to 1 where nothing else is said. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
}

/** A picture as codecs give and take it: RGBA bytes, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

export function createPicture(width: number, height: number): Picture {
  const plane = () => new Float32Array(width * height);
  return { width, height, red: plane(), green: plane(), blue: plane() };
}

export function copyOf({ width, height, red, green, blue }: Picture): Picture {
  return { width, height, red: red.slice(), green: green.slice(), blue: blue.slice() };
}

export const planesOf = ({ red, green, blue }: Picture) => [red, green, blue] as const;

/** Translucent pixels are laid on white, which is what a page under them is. */
export function fromRaster({
  width,
  height,
  data,
}: Pick<Raster, "width" | "height"> & { data: ArrayLike<number> }): Picture {
  const picture = createPicture(width, height);
  const { red, green, blue } = picture;
  for (let at = 0, byte = 0; at < red.length; at += 1, byte += 4) {
    const alpha = (data[byte + 3] ?? 0) / 255;
    const paper = 1 - alpha;
    red[at] = ((data[byte] ?? 0) / 255) * alpha + paper;
    green[at] = ((data[byte + 1] ?? 0) / 255) * alpha + paper;
    blue[at] = ((data[byte + 2] ?? 0) / 255) * alpha + paper;
  }
  return picture;
}

export function toRaster({ width, height, red, green, blue }: Picture): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0, byte = 0; at < red.length; at += 1, byte += 4) {
    data[byte] = (red[at] ?? 0) * 255;
    data[byte + 1] = (green[at] ?? 0) * 255;
    data[byte + 2] = (blue[at] ?? 0) * 255;
    data[byte + 3] = 255;
  }
  return { width, height, data };
}

/** Brightness as the eye weighs it (Rec. 709), of screen values. */
export function brightness({ red, green, blue }: Picture): Float32Array {
  const plane = new Float32Array(red.length);
  for (let at = 0; at < plane.length; at += 1) {
    plane[at] = 0.2126 * (red[at] ?? 0) + 0.7152 * (green[at] ?? 0) + 0.0722 * (blue[at] ?? 0);
  }
  return plane;
}

export const clamp = (value: number): number => (value < 0 ? 0 : Math.min(value, 1));

export const mix = (from: number, to: number, amount: number): number => from + (to - from) * amount;

export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

export interface Rgb {
  r: number;
  g: number;
  b: number;
}

/** `#ff8a4c` as screen values. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: ((value >> 16) & 255) / 255, g: ((value >> 8) & 255) / 255, b: (value & 255) / 255 };
}

/** The pixel comes in with its colour and its place, and leaves with the new colour. */
export type Shade = (pixel: Rgb, x: number, y: number, at: number) => void;

/** Changes every pixel in place; each one by itself. */
export function shade(picture: Picture, change: Shade): Picture {
  const { width, height, red, green, blue } = picture;
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
  return picture;
}

/** Moves a pixel towards a colour. */
export function tint(pixel: Rgb, colour: Rgb, amount: number): void {
  pixel.r += (colour.r - pixel.r) * amount;
  pixel.g += (colour.g - pixel.g) * amount;
  pixel.b += (colour.b - pixel.b) * amount;
}

/** Moves a pixel away from (above 1) or towards (below 1) its own grey. */
export function saturate(pixel: Rgb, amount: number): void {
  const grey = 0.2126 * pixel.r + 0.7152 * pixel.g + 0.0722 * pixel.b;
  pixel.r = grey + (pixel.r - grey) * amount;
  pixel.g = grey + (pixel.g - grey) * amount;
  pixel.b = grey + (pixel.b - grey) * amount;
}

export type Stop = readonly [position: number, hex: string];

/** A ramp of colours, read by position in [0, 1]; the same object is handed out again and again. */
export function gradient(...stops: readonly Stop[]): (position: number) => Rgb {
  const colours = stops.map(([at, hex]) => ({ at, colour: rgb(hex) }));
  const table = Array.from({ length: 257 }, (_, step): Rgb => {
    const position = step / 256;
    const next = colours.find(({ at }) => at >= position) ?? colours.at(-1);
    const last = colours.findLast(({ at }) => at <= position) ?? colours.at(0);
    if (!next || !last) throw new Error("A gradient needs a colour");
    const t = next.at === last.at ? 0 : (position - last.at) / (next.at - last.at);
    return {
      r: mix(last.colour.r, next.colour.r, t),
      g: mix(last.colour.g, next.colour.g, t),
      b: mix(last.colour.b, next.colour.b, t),
    };
  });
  const none: Rgb = { r: 0, g: 0, b: 0 };
  return (position) => table[Math.round(clamp(position) * 256)] ?? none;
}
