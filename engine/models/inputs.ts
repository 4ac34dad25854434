import { z } from "zod";
import { EngineError } from "../errors";

/** The input schemas of Workers AI's models, limited to the fields that the app sends; unknown fields are ignored. */
const prompt = z.string().min(1).max(2048);

export const promptInputs = z.object({
  prompt,
  steps: z.number().int().min(1).max(8).optional(),
  /** Not a parameter of the real model: makes the image reproducible. */
  seed: z.number().int().nonnegative().optional(),
});

export const captionInputs = z.object({
  task: z.literal("caption"),
  image: z.string(),
  caption_length: z.enum(["short", "normal", "long"]).optional(),
  stream: z.literal(false).optional(),
});
export type CaptionInputs = z.infer<typeof captionInputs>;

export const translationInputs = z.object({
  text: z.string().min(1),
  source_lang: z.string().optional(),
  target_lang: z.string(),
});

const part = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
]);
export const chatInputs = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.array(part)]) })).min(1),
});

/**
 * Validates a model's inputs.
 * @throws EngineError 5006 with Workers AI's wording
 */
export function parseInputs<Schema extends z.ZodType>(schema: Schema, inputs: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(inputs);
  if (success) return data;
  const issue = error.issues[0];
  throw new EngineError(
    5006,
    `Error: invalid input at '/${issue?.path.join("/") ?? ""}': ${issue?.message ?? ""}`,
  );
}

const side = z.coerce.number().int().min(256).max(1920).optional();
const fields = z.object({
  prompt,
  width: side,
  height: side,
  seed: z.coerce.number().int().nonnegative().optional(),
});
const multipart = z.object({
  multipart: z.object({
    body: z.custom<BodyInit>((body) => body instanceof ReadableStream),
    contentType: z.string(),
  }),
});

/** Upload limit in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface MultipartInputs extends z.infer<typeof fields> {
  image: ArrayBuffer | null;
}

/**
 * Reads a multipart body.
 * @throws EngineError 3003 for a body that is not multipart, 3006 over `MAX_BYTES`, 5006 for an invalid field
 */
export async function parseMultipart(inputs: unknown): Promise<MultipartInputs> {
  const { body, contentType } = parseInputs(multipart, inputs).multipart;
  const form = await new Response(body, { headers: { "Content-Type": contentType } }).formData().catch(() => {
    throw new EngineError(3003, "Incomplete request: missing headers or body");
  });
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const read = parseInputs(fields, {
    prompt: text("prompt"),
    width: text("width"),
    height: text("height"),
    seed: text("seed"),
  });
  const file: unknown = form.get("input_image_0");
  if (!(file instanceof Blob)) return { ...read, image: null };
  if (file.size > MAX_BYTES) throw new EngineError(3006, "Request is too large");
  return { ...read, image: await file.arrayBuffer() };
}

/**
 * Returns the bytes of a base64 data URI.
 * @throws EngineError 5004 when it is none
 */
export function bytesOfDataUri(uri: string): ArrayBuffer {
  const match = /^data:[\w/+.-]+;base64,(.+)$/s.exec(uri);
  if (!match?.[1]) throw new EngineError(5004, "Invalid data passed: not a data URI");
  const bytes = Buffer.from(match[1], "base64");
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
