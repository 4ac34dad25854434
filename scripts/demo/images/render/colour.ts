/** Linear light: 1 is display white; brighter values are allowed and compressed by the tone mapping. */
export interface LinearColour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

export interface Pixel {
  r: number;
  g: number;
  b: number;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

const cache = new Map<string, LinearColour>();

/**
 * Parses a hex colour to linear light, multiplied by an exposure (above 1 for light sources). Cached, because shaders
 * call it for every pixel.
 */
export function linearColour(hex: string, exposure = 1): LinearColour {
  let colour = cache.get(hex);
  if (!colour) {
    const value = Number.parseInt(hex.slice(1), 16);
    colour = {
      r: linear(((value >> 16) & 255) / 255),
      g: linear(((value >> 8) & 255) / 255),
      b: linear((value & 255) / 255),
    };
    cache.set(hex, colour);
  }
  if (exposure === 1) return colour;
  return { r: colour.r * exposure, g: colour.g * exposure, b: colour.b * exposure };
}

export function blendTowards(pixel: Pixel, colour: LinearColour, amount: number): void {
  pixel.r += (colour.r - pixel.r) * amount;
  pixel.g += (colour.g - pixel.g) * amount;
  pixel.b += (colour.b - pixel.b) * amount;
}

export function addLight(pixel: Pixel, colour: LinearColour, amount: number): void {
  pixel.r += colour.r * amount;
  pixel.g += colour.g * amount;
  pixel.b += colour.b * amount;
}

export function scaleLight(pixel: Pixel, factor: number): void {
  pixel.r *= factor;
  pixel.g *= factor;
  pixel.b *= factor;
}

export function mixColour(from: LinearColour, to: LinearColour, amount: number): LinearColour {
  return {
    r: from.r + (to.r - from.r) * amount,
    g: from.g + (to.g - from.g) * amount,
    b: from.b + (to.b - from.b) * amount,
  };
}

export const clamp = (value: number): number => (value < 0 ? 0 : Math.min(value, 1));

export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

export type Stop = readonly [position: number, hex: string, exposure?: number];

/** Returns a gradient as a function of a position in [0, 1]. */
export function gradient(...stops: readonly Stop[]): (position: number) => LinearColour {
  const lights = stops.map(([at, hex, exposure]) => ({ at, colour: linearColour(hex, exposure ?? 1) }));
  const steps = 512;
  const table = Array.from({ length: steps + 1 }, (_, step): LinearColour => {
    const position = step / steps;
    const after = lights.findIndex(({ at }) => at >= position);
    const next = lights[after === -1 ? lights.length - 1 : after];
    const last = lights[after === -1 ? lights.length - 1 : Math.max(0, after - 1)];
    if (!next || !last) throw new Error("A ramp needs a stop");
    if (next === last) return next.colour;
    return mixColour(last.colour, next.colour, (position - last.at) / (next.at - last.at));
  });
  const black: LinearColour = { r: 0, g: 0, b: 0 };
  return (position) => table[Math.round(clamp(position) * steps)] ?? black;
}
