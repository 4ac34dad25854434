import type { PreparedPhoto } from "~/platform/media/photo";

/** Sides a FLUX.2 picture may have: 256 to 1920, and whole blocks of 16 pixels. */
const BLOCK = 16;
const LEAST = 256;
const MOST_ASPECT = 1920 / LEAST;
/** Models price by area; the feed shows no more. */
const LONGEST = 1024;
const SHORTEST = 832;

/** The size to ask for: the photo's own proportion, as nearly as whole blocks allow. */
export function askedSize({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const aspect = Math.min(MOST_ASPECT, Math.max(width, height) / Math.min(width, height));
  // A panorama's short side must not fall below what the model takes.
  const first = Math.max(LONGEST, Math.ceil((LEAST * aspect) / BLOCK) * BLOCK);
  let best = { long: first, short: LEAST, wrong: Number.POSITIVE_INFINITY };
  for (let long = first; long >= Math.min(first, SHORTEST); long -= BLOCK) {
    const short = Math.max(LEAST, Math.round(long / aspect / BLOCK) * BLOCK);
    const wrong = Math.abs(Math.log(long / short / aspect));
    if (wrong < best.wrong - 1e-9) best = { long, short, wrong };
  }
  const { long, short } = best;
  return width >= height ? { width: long, height: short } : { width: short, height: long };
}

export interface Fields {
  prompt: string;
  image?: PreparedPhoto;
  width?: number;
  height?: number;
  seed?: number;
}

/** A multipart body as the binding takes it. Made anew for every try: a stream is read once. */
export function multipart({ prompt, image, width, height, seed }: Fields) {
  const form = new FormData();
  form.set("prompt", prompt);
  if (image) form.set("input_image_0", new Blob([image.bytes], { type: image.contentType }), "image");
  if (width) form.set("width", String(width));
  if (height) form.set("height", String(height));
  if (seed !== undefined) form.set("seed", String(seed));
  const { body, headers } = new Response(form);
  return { multipart: { body, contentType: headers.get("Content-Type") ?? "" } };
}

/** A picture as the models take it that want a data URL. */
export function dataUri({ bytes, contentType }: PreparedPhoto): string {
  return `data:${contentType};base64,${Buffer.from(bytes).toString("base64")}`;
}
