import { msg } from "@lingui/core/runtime-macro";
import { artStyleIds } from "./art-styles";
import { AI_PROMPT_MAX, AI_PROMPT_MIN } from "./limits";
import { ruleText } from "./messages";
import { photoFacts } from "./posts";
import { cleanText } from "./visible-text";
import { z } from "./zod";

/** Of an AI tool that starts from an image. */
export const SOURCE_IMAGE_MISSING = msg`Please upload an image first`;

/** Returns the rule of a prompt. Each tool has its own message for a missing one (docs/product.md#validation). */
function promptOf(missing: string) {
  return z
    .string({ error: missing })
    .overwrite(cleanText)
    .trim()
    .min(AI_PROMPT_MIN, { error: missing })
    .max(AI_PROMPT_MAX, {
      error: ruleText(msg`The prompt is too long. Please keep it under 1000 characters.`),
    });
}

/** A data URL, or the URL of the member's own media. */
const source = z
  .string({ error: ruleText(SOURCE_IMAGE_MISSING) })
  .min(1, { error: ruleText(SOURCE_IMAGE_MISSING) });
const style = z.enum(artStyleIds, { error: ruleText(msg`Please choose one of the art styles`) });

export const generateInput = z.object({
  prompt: promptOf(ruleText(msg`Please provide a detailed description of what you want to create.`)),
});
export const editInput = z.object({
  image: source,
  prompt: promptOf(ruleText(msg`Please describe the changes you want.`)),
});
export const styleInput = z.object({ image: source, style });
export const altTextInput = z.object({ image: source });

/** `userId` is optional and must be the member's own (`namesOther`): the member is that of the session. */
export const saveAiImageInput = z.object({ userId: z.string().optional() });
export const saveAiAddressInput = saveAiImageInput.extend({
  imageUrl: z
    .string({ error: ruleText(SOURCE_IMAGE_MISSING) })
    .min(1, { error: ruleText(SOURCE_IMAGE_MISSING) }),
  prompt: z.string().nullish(),
  style: z.string().nullish(),
});

export const aiPostsInput = z.object({
  /** Whether the member's feed hides other members' AI posts. */
  hidden: z.boolean({ error: ruleText(msg`Please choose whether to hide AI posts.`) }),
});
export type AiPostsInput = z.infer<typeof aiPostsInput>;

export const savedAiImage = z.object({ id: z.string(), imageUrl: z.string() });
export type SavedAiImage = z.infer<typeof savedAiImage>;

export const aiImageView = photoFacts.extend({
  id: z.string(),
  imageUrl: z.string(),
  kind: z.enum(["generate", "edit", "style"]),
  /** Null for an art style. */
  prompt: z.string().nullable(),
  style: z.enum(artStyleIds).nullable(),
  sourceImageUrl: z.string().nullable(),
  engine: z.enum(["workers-ai", "local"]),
  model: z.string(),
  isSaved: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type AiImageView = z.infer<typeof aiImageView>;

export const leftOut = z.object({
  words: z.array(z.string()),
  /** Whether the engine knew none of the prompt's nouns. */
  isAll: z.boolean(),
});
export type LeftOut = z.infer<typeof leftOut>;

/**
 * The reply of an AI tool: the image, the steps that the embedded engine reports, and the words of the prompt that it
 * made nothing of. Workers AI reports neither.
 */
export const aiResult = aiImageView.extend({ did: z.array(z.string()), leftOut: leftOut.optional() });
export type AiResult = z.infer<typeof aiResult>;

export const altTextReply = z.object({ altText: z.string(), engine: z.enum(["workers-ai", "local"]) });
export type AltTextReply = z.infer<typeof altTextReply>;
