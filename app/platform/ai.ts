import type { ArtStyleId } from "~/contract/art-styles";
import { AI_FAILED } from "~/contract/limits";
import { type PreparedPhoto, preparePhoto } from "~/platform/media/photo";
import { failureOf, toldAs } from "./ai/failures";
import { askedSize, dataUri, type Fields, multipart } from "./ai/inputs";
import { aiModels, stylePrompts } from "./ai/models";
import { captionReply, captionText, guardReply, imageReply, isSafeVerdict, pictureOf } from "./ai/replies";

export type AiEngineName = "workers-ai" | "local";

interface Answered {
  /** Who answered. The embedded engine signs its replies. */
  engine: AiEngineName;
  /** The model that answered: the first choice or its fallback. */
  model: string;
  /** What the embedded engine did, in words for the member; Workers AI does not say. */
  did?: string[];
}

export interface AiPicture extends Answered {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
}

export interface AiDescription extends Answered {
  text: string;
}

interface Call {
  /** The member gave up: the call ends with the signal's own reason, not with an AppError. */
  signal?: AbortSignal;
}

/**
 * What makes and looks at pictures. Every call may throw AppError `ai_failed` (502, in the words of spec point 8),
 * `rate_limited` (busy), `invalid` (the prompt was refused) and `too_large`; those that take a photo also
 * `unsupported_media`.
 */
export interface AiEngine {
  /** A picture of 1024 by 1024. `seed` makes it repeatable with the embedded engine; the production model takes none. */
  generate(prompt: string, options?: Call & { seed?: number }): Promise<AiPicture>;
  /** The photo, changed as the prompt says; 1024 pixels on the long side, in the photo's own proportion. */
  edit(input: { image: Uint8Array; prompt: string; seed?: number }, options?: Call): Promise<AiPicture>;
  style(input: { image: Uint8Array; style: ArtStyleId; seed?: number }, options?: Call): Promise<AiPicture>;
  /** One sentence for who cannot see the photo. */
  describe(image: Uint8Array, options?: Call): Promise<AiDescription>;
  /** Whether the prompt may be drawn. Who cannot tell throws: what is unchecked is not drawn. */
  isSafe(prompt: string, options?: Call): Promise<boolean>;
}

/** The part of the `AI` binding that is used; the real one and the embedded engine both have it. */
export interface AiBinding {
  run(model: string, inputs: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<unknown>;
}

export interface AiSettings {
  ai: AiBinding;
  images: ImagesBinding;
  /** On a laptop the engine takes larger inputs and a seed, which Workers AI refuses. */
  isLocal: boolean;
}

/** Workers AI takes inputs of under 512 pixels a side. */
const INPUT_SIDE = { workersAi: 511, local: 1024 };
/** A caption needs no more, and vision models price by tile. */
const DESCRIBED_SIDE = 511;

const DESCRIBE_FAILED = "Failed to describe the image. Please try again.";

/** The port on the `AI` binding: the only module that speaks its contract. */
export function bindingAi({ ai, images, isLocal }: AiSettings): AiEngine {
  const prepare = (image: Uint8Array) =>
    preparePhoto(images, image, isLocal ? INPUT_SIDE.local : INPUT_SIDE.workersAi);

  async function repaint(photo: PreparedPhoto, prompt: string, seed: number | undefined, call: Call) {
    const fields: Fields = { prompt, image: photo, ...askedSize(photo), seed };
    return ask(ai, aiModels.edit, () => multipart(fields), readPicture, call);
  }

  return {
    generate: (prompt, { seed, ...call } = {}) =>
      ask(
        ai,
        aiModels.generate,
        (model) =>
          model === aiModels.generate.model
            ? { prompt, steps: 4, ...(isLocal && seed !== undefined ? { seed } : {}) }
            : multipart({ prompt, width: 1024, height: 1024, seed }),
        readPicture,
        call,
      ),

    edit: async ({ image, prompt, seed }, call = {}) => repaint(await prepare(image), prompt, seed, call),

    style: async ({ image, style, seed }, call = {}) =>
      repaint(await prepare(image), stylePrompts[style], seed, call),

    async describe(image, call = {}) {
      const uri = dataUri(await preparePhoto(images, image, DESCRIBED_SIDE));
      const inputs = (model: string) =>
        model === aiModels.describe.model
          ? { task: "caption", image: uri, caption_length: "short", stream: false }
          : chatAbout(uri);
      return ask(ai, aiModels.describe, inputs, readCaption, call, DESCRIBE_FAILED);
    },

    async isSafe(prompt, call = {}) {
      const inputs = () => ({ messages: [{ role: "user", content: prompt }] });
      return ask(ai, aiModels.guard, inputs, readVerdict, call);
    },
  };
}

function chatAbout(uri: string) {
  const text = "Describe this picture in one short sentence, as alternative text for who cannot see it.";
  const content = [
    { type: "text", text },
    { type: "image_url", image_url: { url: uri } },
  ];
  return { messages: [{ role: "user", content }], max_tokens: 120 };
}

function readPicture(reply: unknown, model: string): AiPicture {
  const { image, engine, did } = imageReply.parse(reply);
  return { ...pictureOf(image), ...signature(engine, model, did) };
}

function readCaption(reply: unknown, model: string): AiDescription {
  const read = captionReply.parse(reply);
  const text = captionText(read);
  if (text === "") throw new Error("The caption is empty.");
  return { text, ...signature(read.engine, model, read.did) };
}

function readVerdict(reply: unknown): boolean {
  return isSafeVerdict(guardReply.parse(reply).response);
}

function signature(engine: "local" | undefined, model: string, did: string[] | undefined): Answered {
  return { engine: engine ?? "workers-ai", model, ...(did ? { did } : {}) };
}

type Choice = (typeof aiModels)[keyof typeof aiModels];

/**
 * Asks the model, and its fallback where that may help: not when the prompt was refused, the input is too large, the
 * day's allocation is spent or the member gave up.
 */
async function ask<Result>(
  ai: AiBinding,
  { model, fallback, limit }: Choice,
  inputs: (model: string) => Record<string, unknown>,
  read: (reply: unknown, model: string) => Result,
  { signal }: Call,
  failing = AI_FAILED,
): Promise<Result> {
  const attempt = async (asked: string) => {
    const ended = AbortSignal.any([AbortSignal.timeout(limit), ...(signal ? [signal] : [])]);
    return read(await orEnd(ai.run(asked, inputs(asked), { signal: ended }), ended), asked);
  };
  try {
    return await attempt(model);
  } catch (error) {
    signal?.throwIfAborted();
    const failure = failureOf(error);
    if (!fallback || failure === "refused" || failure === "too large" || failure === "spent") {
      throw toldAs(failure, failing, error);
    }
    try {
      return await attempt(fallback);
    } catch (second) {
      signal?.throwIfAborted();
      throw toldAs(failureOf(second), failing, second);
    }
  }
}

/** The reply, or the end of the signal: a binding may take its time to notice. */
function orEnd<Reply>(reply: Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
    reply.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
