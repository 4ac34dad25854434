import { type ArtStyleId, artStyles } from "~/contract/art-styles";
import { decodePicture } from "../codec/decode";
import { encodeBase64 } from "../codec/encode";
import { drawSvg } from "../codec/svg";
import { edited } from "../edit/edit";
import { operationsFor, styling } from "../edit/operations";
import { EngineError } from "../errors";
import { readBrief } from "../generate/brief";
import { compose } from "../generate/compose";
import { free } from "../pixels/free";
import { fromRaster, type Picture, planesOf, type Raster, toRaster } from "../pixels/picture";
import { seedOf } from "../pixels/random";
import type { Size } from "../pixels/resize";
import type { Breathe } from "../styles/style";
import { caption } from "./caption";
import { guard } from "./guard";
import {
  type CaptionInputs,
  captionInputs,
  chatInputs,
  imageOf,
  multipartInputs,
  parsed,
  promptInputs,
} from "./inputs";

/** What the engine answers beside the model's own fields: that it was the engine, and what it did. */
interface Honest {
  engine: "local";
  did: string[];
}

export type Reply =
  | ({ image: string } & Honest)
  | ({ caption: string } & Honest)
  | ({ response: string } & Honest)
  | ({ choices: { index: number; message: { role: "assistant"; content: string } }[] } & Honest);

export type Model = (inputs: unknown, breathe: Breathe) => Promise<Reply>;

const SQUARE: Size = { width: 1024, height: 1024 };
/** The prompts that name unsafe things are refused as the real models refuse them. */
function allowed(prompt: string): string {
  if (guard(prompt) !== "safe") throw new EngineError(8007, "Input prompt contains NSFW content.");
  return prompt;
}

/** A picture from words alone, in the style they name. */
async function drawn(prompt: string, seed: number | undefined, size: Size, breathe: Breathe): Promise<Reply> {
  const chosen = seed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  // The words count too: the same number with another prompt is another picture.
  const { raster, understood } = await compose(
    prompt,
    (seedOf(prompt) ^ chosen) >>> 0,
    size,
    drawSvg,
    breathe,
  );
  const { style } = readBrief(prompt);
  const did =
    understood.length > 0
      ? [`Composed a scene of ${understood.join(", ")}`]
      : ["Composed a scene by chance: the local engine knew none of these words"];
  if (!style) return finished(raster, did, false, breathe);
  const scene = fromRaster(raster);
  free(raster.data);
  const painted = await edited(scene, [styling(style)], size, breathe);
  return finished(bytesOf(painted.picture), [...did, ...painted.did], painted.isExact, breathe);
}

/** The picture as bytes; its planes are used up. */
function bytesOf(picture: Picture): Raster {
  const raster = toRaster(picture);
  free(...planesOf(picture));
  return raster;
}

async function finished(raster: Raster, did: string[], isExact: boolean, breathe: Breathe): Promise<Reply> {
  await breathe();
  return { image: await encodeBase64(raster, isExact), engine: "local", did };
}

/** FLUX.2: a prompt, and the picture to change if there is one. */
const klein: Model = async (inputs, breathe) => {
  const { prompt, width, height, seed, image } = await multipartInputs(inputs);
  allowed(prompt);
  if (!image)
    return drawn(prompt, seed, { width: even(width ?? 1024), height: even(height ?? 1024) }, breathe);
  const source = await decodePicture(image);
  await breathe();
  const size = { width: width ?? source.width, height: height ?? source.height };
  const style = styleOfPrompt(prompt);
  const operations = style ? [styling(style)] : operationsFor(prompt);
  const { picture, did, isExact } = await edited(source, operations, size, breathe);
  return finished(bytesOf(picture), did, isExact, breathe);
};

/** The sky is painted at half the size. */
const even = (side: number): number => side - (side % 2);

/** The app's own style prompts end with the style's id in brackets; everything else in them is for the real model. */
function styleOfPrompt(prompt: string): ArtStyleId | null {
  return artStyles.find(({ id }) => prompt.endsWith(`[${id}]`))?.id ?? null;
}

async function described({ image }: Pick<CaptionInputs, "image">): Promise<string> {
  const picture = await decodePicture(imageOf(image));
  const words = caption(picture);
  free(...planesOf(picture));
  return words;
}

/** By the ids of Workers AI's catalogue; the fallbacks of app/platform/ai/models.ts are among them. */
export const models: Readonly<Record<string, Model>> = {
  "@cf/black-forest-labs/flux-1-schnell": async (inputs, breathe) => {
    const { prompt, seed } = parsed(promptInputs, inputs);
    return drawn(allowed(prompt), seed, SQUARE, breathe);
  },
  "@cf/black-forest-labs/flux-2-klein-4b": klein,
  "@cf/black-forest-labs/flux-2-klein-9b": klein,
  "@cf/moondream/moondream3.1-9B-A2B": async (inputs) => ({
    caption: await described(parsed(captionInputs, inputs)),
    engine: "local",
    did: ["Measured shape, light and colours"],
  }),
  "@cf/google/gemma-4-26b-a4b-it": async (inputs) => {
    const image = parsed(chatInputs, inputs)
      .messages.flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .find((part) => part.type === "image_url")?.image_url;
    const content = image
      ? await described({ image: image.url })
      : "The local engine describes pictures and nothing else.";
    return {
      choices: [{ index: 0, message: { role: "assistant", content } }],
      engine: "local",
      did: ["Measured shape, light and colours"],
    };
  },
  "@cf/meta/llama-guard-3-8b": async (inputs) => {
    const said = parsed(chatInputs, inputs).messages.map(({ content }) =>
      typeof content === "string" ? content : "",
    );
    return { response: guard(said.join("\n")), engine: "local", did: ["Looked for words on a list"] };
  },
};
