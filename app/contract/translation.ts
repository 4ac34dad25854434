import { CAPTION_MAX } from "./limits";
import { isTranslated } from "./translated-languages";
import { cleanText } from "./visible-text";
import { z } from "./zod";

const language = z
  .string({ error: "Please choose a language that can be translated." })
  .refine(isTranslated, { error: "Please choose a language that can be translated." });

/** A caption or comment, which are equally long at most. */
export const translateInput = z
  .object({
    text: z
      .string({ error: "Please choose a text to translate." })
      .overwrite(cleanText)
      .trim()
      .min(1, { error: "Please choose a text to translate." })
      .max(CAPTION_MAX, { error: "A text to translate must not be longer than 2200 characters." }),
    from: language,
    to: language,
  })
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    error: "Please choose two different languages.",
  });
export type TranslateInput = z.infer<typeof translateInput>;

export const translateReply = z.object({
  text: z.string(),
  /** The embedded engine returns the text as it is. */
  engine: z.enum(["workers-ai", "local"]),
});
export type TranslateReply = z.infer<typeof translateReply>;
