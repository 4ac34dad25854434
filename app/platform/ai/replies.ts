import { leftOut } from "~/contract/ai";
import { z } from "~/contract/zod";

/** The embedded engine marks its replies; those of Workers AI have no such fields. */
const signed = z.object({
  engine: z.literal("local").optional(),
  did: z.array(z.string()).optional(),
  leftOut: leftOut.optional(),
});
export type Signature = z.infer<typeof signed>;

export const imageReply = signed.extend({ image: z.string().min(1) });
export const guardReply = signed.extend({ response: z.unknown() });

export const translationReply = signed.extend({ translated_text: z.string() });

/** Moondream returns `caption`; chat models return `response` or the choices of an OpenAI reply. */
export const captionReply = signed.extend({
  caption: z.string().optional(),
  response: z.string().optional(),
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).optional(),
});

/** Returns the text of a caption reply; empty when it has none. */
export function captionText({ caption, response, choices }: z.infer<typeof captionReply>): string {
  return (caption ?? response ?? choices?.[0]?.message.content ?? "").trim();
}

/** Moondream returns the `answer` to a question; chat models reply as with a caption. */
export const answerReply = captionReply.extend({ answer: z.string().optional() });

/** Returns the text of the reply to a question; empty when it has none. */
export function answerText({ answer, ...reply }: z.infer<typeof answerReply>): string {
  return answer ?? captionText(reply);
}

const photoLabels = ["clear", "nudity", "pornography", "violence", "gore"] as const;

/** Returns the one label of an answer, in any case and with any punctuation. @throws for other answers */
export function photoLabel(answer: string): (typeof photoLabels)[number] {
  const label = photoLabels.find((one) => one === wordOf(answer));
  if (!label) throw new Error("The answer is no label of a photo.");
  return label;
}

/** Returns whether Llama Guard found a prompt safe. It returns "safe", "unsafe\nS1,…", or an object in JSON mode. */
export function isSafeVerdict(response: unknown): boolean {
  if (typeof response === "object" && response !== null && "safe" in response) return response.safe === true;
  if (typeof response !== "string") throw new Error("The guard model returned an unknown shape.");
  return !/\bunsafe\b/i.test(response);
}

/** Returns whether a chat model has answered "safe", in any case. @throws for answers but "safe" and "unsafe" */
export function isSafeAnswer(answer: string): boolean {
  const word = wordOf(answer);
  if (word !== "safe" && word !== "unsafe") throw new Error("The answer is no verdict.");
  return word === "safe";
}

/** Returns an answer of one word in lower case, without punctuation. */
const wordOf = (answer: string): string =>
  answer
    .replace(/[^a-z]+/gi, " ")
    .trim()
    .toLowerCase();

const magic = [
  { type: "image/jpeg", bytes: [0xff, 0xd8, 0xff], at: 0 },
  { type: "image/png", bytes: [0x89, 0x50, 0x4e, 0x47], at: 0 },
  { type: "image/webp", bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
] as const;

/** Returns the image of a reply, its type by the bytes: models do not report it. @throws when it is no image */
export function imageOf(base64: string): { bytes: Uint8Array<ArrayBuffer>; contentType: string } {
  const bytes = Uint8Array.from(Buffer.from(base64.replace(/^data:[^,]*,/, ""), "base64"));
  const known = magic.find((one) => one.bytes.every((byte, index) => bytes[one.at + index] === byte));
  if (!known) throw new Error("The reply is not an image.");
  return { bytes, contentType: known.type };
}
