import type { LeftOut } from "~/contract/ai";
import { type ArtStyleId, artStyles } from "~/contract/art-styles";
import type { Checkpoint } from "../checkpoint";
import { decodeImage } from "../codec/decode";
import { encodeBase64 } from "../codec/encode";
import { drawSvg } from "../codec/svg";
import { applyOperations } from "../edit/apply-operations";
import { readEdit, styleOperation } from "../edit/operations";
import { EngineError } from "../errors";
import { compose } from "../generate/compose";
import { parsePrompt } from "../generate/prompt-terms";
import { free } from "../pixels/free";
import { seedFromText } from "../pixels/random";
import { fromRgba, planesOf, type Raster, type RgbaImage, toRgba } from "../pixels/raster";
import type { Size } from "../pixels/resize";
import { caption } from "./caption";
import { classifyPrompt } from "./guard";
import {
  bytesOfDataUri,
  type CaptionInputs,
  captionInputs,
  chatInputs,
  parseInputs,
  parseMultipart,
  promptInputs,
  translationInputs,
} from "./inputs";

/** The engine's additions to a model's reply: its name, the steps it took, and the words it made nothing of. */
interface EngineFields {
  engine: "local";
  did: string[];
  leftOut?: LeftOut;
}

export type Reply =
  | ({ image: string } & EngineFields)
  | ({ caption: string } & EngineFields)
  | ({ response: string } & EngineFields)
  | ({ translated_text: string } & EngineFields)
  | ({ choices: { index: number; message: { role: "assistant"; content: string } }[] } & EngineFields);

export type Model = (inputs: unknown, checkpoint: Checkpoint) => Promise<Reply>;

const SQUARE: Size = { width: 1024, height: 1024 };
/** @throws EngineError 8007 for an unsafe prompt, as the real models do */
function checkPrompt(prompt: string): string {
  if (classifyPrompt(prompt) !== "safe") throw new EngineError(8007, "Input prompt contains NSFW content.");
  return prompt;
}

/** Generates an image from a prompt, in the style that the prompt names. */
async function generateImage(
  prompt: string,
  seed: number | undefined,
  size: Size,
  checkpoint: Checkpoint,
): Promise<Reply> {
  const chosen = seed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  // The seed is combined with the prompt's hash: the same seed with another prompt makes another scene.
  const { rgba, understood, leftOut } = await compose(
    prompt,
    (seedFromText(prompt) ^ chosen) >>> 0,
    size,
    drawSvg,
    checkpoint,
  );
  const { style } = parsePrompt(prompt);
  const did = [
    understood.length > 0 ? `Composed a scene of ${understood.join(", ")}` : "Composed a scene by chance",
  ];
  if (!style) return imageReply(rgba, { did, leftOut }, false, checkpoint);
  const scene = fromRgba(rgba);
  free(rgba.data);
  const painted = await applyOperations(scene, [styleOperation(style)], size, checkpoint);
  const all = { did: [...did, ...painted.did], leftOut };
  return imageReply(toRgbaAndFree(painted.raster), all, painted.isExact, checkpoint);
}

/** Converts to bytes and frees the planes. */
function toRgbaAndFree(raster: Raster): RgbaImage {
  const rgba = toRgba(raster);
  free(...planesOf(raster));
  return rgba;
}

async function imageReply(
  rgba: RgbaImage,
  fields: Omit<EngineFields, "engine">,
  isExact: boolean,
  checkpoint: Checkpoint,
): Promise<Reply> {
  await checkpoint();
  return { image: await encodeBase64(rgba, isExact), engine: "local", ...fields };
}

/** FLUX.2: generates from the prompt, or edits the input image if there is one. */
const klein: Model = async (inputs, checkpoint) => {
  const { prompt, width, height, seed, image } = await parseMultipart(inputs);
  checkPrompt(prompt);
  if (!image)
    return generateImage(
      prompt,
      seed,
      { width: even(width ?? 1024), height: even(height ?? 1024) },
      checkpoint,
    );
  const source = await decodeImage(image);
  await checkpoint();
  const size = { width: width ?? source.width, height: height ?? source.height };
  const style = styleOfPrompt(prompt);
  const { operations, leftOut } = style
    ? { operations: [styleOperation(style)], leftOut: undefined }
    : readEdit(prompt);
  const { raster, did, isExact } = await applyOperations(source, operations, size, checkpoint);
  return imageReply(toRgbaAndFree(raster), { did, leftOut }, isExact, checkpoint);
};

/** Rounds down to an even number: soft layers are painted at half the size. */
const even = (side: number): number => side - (side % 2);

/** The app's style prompts end with the style's id in brackets; the rest of them is for the real model. */
function styleOfPrompt(prompt: string): ArtStyleId | null {
  return artStyles.find(({ id }) => prompt.endsWith(`[${id}]`))?.id ?? null;
}

async function captionOf({ image }: Pick<CaptionInputs, "image">): Promise<string> {
  const raster = await decodeImage(bytesOfDataUri(image));
  const words = caption(raster);
  free(...planesOf(raster));
  return words;
}

/** By model id of Workers AI's catalogue. Includes the fallback models of app/platform/ai/models.ts. */
export const models: Readonly<Record<string, Model>> = {
  "@cf/black-forest-labs/flux-1-schnell": async (inputs, checkpoint) => {
    const { prompt, seed } = parseInputs(promptInputs, inputs);
    return generateImage(checkPrompt(prompt), seed, SQUARE, checkpoint);
  },
  "@cf/black-forest-labs/flux-2-klein-4b": klein,
  "@cf/black-forest-labs/flux-2-klein-9b": klein,
  "@cf/moondream/moondream3.1-9B-A2B": async (inputs) => ({
    caption: await captionOf(parseInputs(captionInputs, inputs)),
    engine: "local",
    did: ["Measured shape, light and colours"],
  }),
  "@cf/google/gemma-4-26b-a4b-it": async (inputs) => {
    const image = parseInputs(chatInputs, inputs)
      .messages.flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .find((part) => part.type === "image_url")?.image_url;
    const content = image
      ? await captionOf({ image: image.url })
      : "The local engine describes images and nothing else.";
    return {
      choices: [{ index: 0, message: { role: "assistant", content } }],
      engine: "local",
      did: ["Measured shape, light and colours"],
    };
  },
  "@cf/meta/m2m100-1.2b": async (inputs) => ({
    translated_text: parseInputs(translationInputs, inputs).text,
    engine: "local",
    did: ["Translated nothing"],
  }),
  "@cf/meta/llama-guard-3-8b": async (inputs) => {
    const text = parseInputs(chatInputs, inputs).messages.map(({ content }) =>
      typeof content === "string" ? content : "",
    );
    return {
      response: classifyPrompt(text.join("\n")),
      engine: "local",
      did: ["Looked for words on a list"],
    };
  },
};
