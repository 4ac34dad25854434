import type { ArtStyleId } from "~/contract/art-styles";
import { AI_FAILED } from "~/contract/limits";
import { logError } from "~/platform/log";
import { type PreparedPhoto, preparePhoto } from "~/platform/media/photo";
import { type Failure, failureOf, toAppError } from "./ai/failures";
import { askedSize, dataUri, type Fields, multipart } from "./ai/inputs";
import { aiModels, stylePrompts } from "./ai/models";
import { captionReply, captionText, guardReply, imageOf, imageReply, isSafeVerdict } from "./ai/replies";

export type AiEngineName = "workers-ai" | "local";

interface Answered {
  /** The engine that answered. The embedded engine marks its replies. */
  engine: AiEngineName;
  /** The model that answered: the preferred one or its fallback. */
  model: string;
  /** The steps of the embedded engine, as texts for the member; Workers AI reports none. */
  did?: string[];
}

export interface AiImage extends Answered {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
}

export interface AiDescription extends Answered {
  text: string;
}

interface Call {
  /** Aborts when the member cancels. The call then rejects with the signal's reason, not with an AppError. */
  signal?: AbortSignal;
}

/**
 * The port of the AI engine. Every call can throw AppError `ai_failed` (docs/product.md#errors), `rate_limited` (busy),
 * `invalid` (the prompt was refused) and `too_large`; calls that take a photo can throw `unsupported_media` too.
 */
export interface AiEngine {
  /** Generates an image of 1024 × 1024 pixels. */
  generate(prompt: string, options?: Call): Promise<AiImage>;
  /** Edits a photo by a prompt. The result has 1024 pixels on the long side, in the photo's aspect ratio. */
  edit(input: { image: Uint8Array; prompt: string }, options?: Call): Promise<AiImage>;
  style(input: { image: Uint8Array; style: ArtStyleId }, options?: Call): Promise<AiImage>;
  /** Describes a photo in one sentence, as alt text. */
  describe(image: Uint8Array, options?: Call): Promise<AiDescription>;
  /** Returns whether a prompt is safe to use. Throws when the check fails, so that no unchecked prompt is used. */
  isSafe(prompt: string, options?: Call): Promise<boolean>;
}

/** The method of the `AI` binding that is used. Workers AI and the embedded engine both have it. */
export interface AiBinding {
  run(model: string, inputs: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<unknown>;
}

export interface AiSettings {
  ai: AiBinding;
  images: ImagesBinding;
  /** Whether the binding is the embedded engine, which takes larger images than Workers AI. */
  isLocal: boolean;
}

/** Longest side of an input image in pixels. Workers AI takes images of under 512. */
const INPUT_SIDE = { workersAi: 511, local: 1024 };
/** Longest side in pixels of an image to describe. More costs more: vision models are billed by tile. */
const DESCRIBED_SIDE = 511;

const DESCRIBE_FAILED = "Failed to describe the image. Please try again.";

/** Returns the engine behind the `AI` binding. No other module calls the binding. */
export function bindingAi({ ai, images, isLocal }: AiSettings): AiEngine {
  const prepare = (image: Uint8Array) =>
    preparePhoto(images, image, isLocal ? INPUT_SIDE.local : INPUT_SIDE.workersAi);

  async function transform(photo: PreparedPhoto, prompt: string, call: Call) {
    const fields: Fields = { prompt, image: photo, ...askedSize(photo) };
    return runModel(ai, aiModels.edit, () => multipart(fields), readImage, call);
  }

  return {
    generate: (prompt, call = {}) =>
      runModel(
        ai,
        aiModels.generate,
        (model) =>
          model === aiModels.generate.model
            ? { prompt, steps: 4 }
            : multipart({ prompt, width: 1024, height: 1024 }),
        readImage,
        call,
      ),

    edit: async ({ image, prompt }, call = {}) => transform(await prepare(image), prompt, call),

    style: async ({ image, style }, call = {}) => transform(await prepare(image), stylePrompts[style], call),

    async describe(image, call = {}) {
      const uri = dataUri(await preparePhoto(images, image, DESCRIBED_SIDE));
      const inputs = (model: string) =>
        model === aiModels.describe.model
          ? { task: "caption", image: uri, caption_length: "short", stream: false }
          : chatAbout(uri);
      return runModel(ai, aiModels.describe, inputs, readCaption, call, DESCRIBE_FAILED);
    },

    async isSafe(prompt, call = {}) {
      const inputs = () => ({ messages: [{ role: "user", content: prompt }] });
      return runModel(ai, aiModels.guard, inputs, readVerdict, call);
    },
  };
}

function chatAbout(uri: string) {
  const text =
    "Describe this image in one short sentence, as alternative text for a person who cannot see it.";
  const content = [
    { type: "text", text },
    { type: "image_url", image_url: { url: uri } },
  ];
  return { messages: [{ role: "user", content }], max_tokens: 120 };
}

function readImage(reply: unknown, model: string): AiImage {
  const { image, engine, did } = imageReply.parse(reply);
  return { ...imageOf(image), ...signature(engine, model, did) };
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
 * Runs a model, and its fallback when it fails. No fallback when the prompt was refused, the input is too large, the
 * account's daily allocation is used up or the member cancelled: it would not help.
 */
async function runModel<Result>(
  ai: AiBinding,
  { model, fallback, limit }: Choice,
  inputs: (model: string) => Record<string, unknown>,
  read: (reply: unknown, model: string) => Result,
  { signal }: Call,
  failing = AI_FAILED,
): Promise<Result> {
  const attempt = async (name: string) => {
    const ended = AbortSignal.any([AbortSignal.timeout(limit), ...(signal ? [signal] : [])]);
    return read(await orAborted(ai.run(name, inputs(name), { signal: ended }), ended), name);
  };
  try {
    return await attempt(model);
  } catch (error) {
    signal?.throwIfAborted();
    const failure = failureOf(error);
    logFailure(model, failure, error);
    if (!fallback || failure === "refused" || failure === "too large" || failure === "quota") {
      throw toAppError(failure, failing, error);
    }
    try {
      return await attempt(fallback);
    } catch (second) {
      signal?.throwIfAborted();
      logFailure(fallback, failureOf(second), second);
      throw toAppError(failureOf(second), failing, second);
    }
  }
}

/** Logs why a model failed, without the prompt. A refused prompt is not a failure. */
function logFailure(model: string, failure: Failure, error: unknown): void {
  if (failure !== "refused") logError(error, { event: "AI model failed", model, failure });
}

/** Rejects as soon as the signal aborts, because the binding can take a while to do so. */
function orAborted<Reply>(reply: Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
    reply.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}
