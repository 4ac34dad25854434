import { env } from "cloudflare:test";
import { decode } from "fast-png";
import { inject } from "vitest";
import type { Rgb } from "../factories/photos";

/** Returns a file from tests/workers/photo-fixtures.ts. */
export function photo(name: string): Uint8Array<ArrayBuffer> {
  const file = inject("photos")[name];
  if (file === undefined) throw new Error(`There is no fixture "${name}".`);
  return new Uint8Array(Buffer.from(file, "base64"));
}

export interface DecodedImage {
  width: number;
  height: number;
  /** Returns the colour at fractions of the width and the height. */
  at: (x: number, y: number) => Rgb;
}

/** Decodes an image with the Images binding, as a browser would show it. */
export async function decoded(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedImage> {
  const result = await env.IMAGES.input(new Blob([bytes]).stream()).output({ format: "image/png" });
  const { width, height, data, channels } = decode(await result.response().arrayBuffer());
  const at = (x: number, y: number): Rgb => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
  };
  return { width, height, at };
}

/** Returns the largest difference of a channel, 0–255. */
export function distance(a: Rgb, b: Rgb): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}
