import { msg } from "@lingui/core/runtime-macro";
import { fold } from "./fold";
import { MUTED_WORD_MAX } from "./limits";
import { ruleText } from "./messages";
import { hasMutedWord, wordsOf } from "./mutes";
import { lengthOf } from "./text-length";
import { cleanLine } from "./visible-text";
import { z } from "./zod";

/** Most words on the list: each post is compared with all. */
export const HELD_WORDS_MAX = 500;

/** Returns words without accents and case, separated by spaces. Letters of scripts without spaces are words. */
export const foldedWords = (text: string): string => wordsOf(fold(text));

/** Returns the words that one of the texts contains as whole words. @param words in the form of `foldedWords` */
export function heldWordsIn(words: readonly string[], texts: readonly string[]): string[] {
  const folded = texts.map(fold);
  return words.filter((word) => hasMutedWord([word], ...folded));
}

const TOO_LONG = ruleText(msg`A word must not be longer than ${{ max: MUTED_WORD_MAX }} characters.`);
const MISSING = ruleText(msg`Please enter a word`);

/** The form that puts a word on the list, or takes it off; its value is in the form of `foldedWords`. */
export const heldWordInput = z.object({
  action: z.enum(["hold", "allow"]),
  word: z
    .string({ error: MISSING })
    .overwrite(cleanLine)
    .trim()
    .max(MUTED_WORD_MAX, { error: TOO_LONG, abort: true })
    .overwrite(foldedWords)
    .min(1, { error: MISSING })
    // A character of the input can stand for several.
    .refine((word) => lengthOf(word) <= 2 * MUTED_WORD_MAX, { error: TOO_LONG }),
});
export type HeldWordInput = z.infer<typeof heldWordInput>;
