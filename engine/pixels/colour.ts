import { clamp, mix } from "./interpolation";

export interface Rgb {
  r: number;
  g: number;
  b: number;
}

/** Returns the linear light of a gamma-encoded sRGB channel. */
export const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** Parses `#ff8a4c` to gamma-encoded channels in [0, 1]. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return { r: ((value >> 16) & 255) / 255, g: ((value >> 8) & 255) / 255, b: (value & 255) / 255 };
}

/** Blends a pixel towards a colour, in place; `amount` 0 keeps it, 1 replaces it. */
export function tint(pixel: Rgb, colour: Rgb, amount: number): void {
  pixel.r += (colour.r - pixel.r) * amount;
  pixel.g += (colour.g - pixel.g) * amount;
  pixel.b += (colour.b - pixel.b) * amount;
}

/** Returns the Rec. 709 luma of a colour. */
export const lumaOf = ({ r, g, b }: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Scales a pixel's distance to its own grey (Rec. 709 luma), in place: above 1 saturates, below 1 desaturates. */
export function saturate(pixel: Rgb, amount: number): void {
  const grey = lumaOf(pixel);
  pixel.r = grey + (pixel.r - grey) * amount;
  pixel.g = grey + (pixel.g - grey) * amount;
  pixel.b = grey + (pixel.b - grey) * amount;
}

export type Stop = readonly [position: number, hex: string];

/**
 * Returns a colour gradient as a function of a position in [0, 1], from a table of 257 steps.
 * Callers must not change a returned colour: the table's own objects are returned.
 */
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
