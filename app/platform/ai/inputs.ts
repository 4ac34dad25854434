import type { PreparedPhoto } from "~/platform/media/photo";

/** FLUX.2 makes images with sides of 256 to 1920 pixels, in blocks of 16. */
const BLOCK = 16;
const LEAST = 256;
const MOST_ASPECT = 1920 / LEAST;
/** Longest side in pixels. Models are billed by area, and the feed shows no more. */
const LONGEST = 1024;
const SHORTEST = 832;

/** Returns the size to request: the photo's aspect ratio, rounded to whole blocks. */
export function askedSize({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const aspect = Math.min(MOST_ASPECT, Math.max(width, height) / Math.min(width, height));
  // Keeps the short side of a panorama at the model's minimum.
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
}

/** Returns a multipart body for the binding. Each attempt needs its own: a stream can be read once. */
export function multipart({ prompt, image, width, height }: Fields) {
  const form = new FormData();
  form.set("prompt", prompt);
  if (image) form.set("input_image_0", new Blob([image.bytes], { type: image.contentType }), "image");
  if (width) form.set("width", String(width));
  if (height) form.set("height", String(height));
  const { body, headers } = new Response(form);
  return { multipart: { body, contentType: headers.get("Content-Type") ?? "" } };
}

/** Returns an image as a data URL, for models that take one. */
export function dataUri({ bytes, contentType }: PreparedPhoto): string {
  return `data:${contentType};base64,${Buffer.from(bytes).toString("base64")}`;
}

/**
 * Returns the input of the chat model that the others fall back to. It would think before it replies, and its thoughts
 * are tokens of the reply (https://developers.cloudflare.com/workers-ai/models/gemma-4-26b-a4b-it/).
 * @param uri a photo that the question is about
 */
export function chatAbout(question: string, maxTokens: number, uri?: string) {
  const image = uri === undefined ? [] : [{ type: "image_url", image_url: { url: uri } }];
  return {
    messages: [{ role: "user", content: [{ type: "text", text: question }, ...image] }],
    max_completion_tokens: maxTokens,
    chat_template_kwargs: { enable_thinking: false },
  };
}
