import { msg } from "@lingui/core/runtime-macro";
import { userSummary } from "./accounts";
import { MUTED_WORD_MAX } from "./limits";
import { ruleText } from "./messages";
import { lengthOf } from "./text-length";
import { cleanLine } from "./visible-text";
import { z } from "./zod";

const NOT_IN_WORDS = /[^\p{L}\p{M}\p{N}_\p{ExtPict}\p{RI}]+/gu;

/** Characters that are words by themselves: of scripts without spaces between words, and emoji. */
const ALONE =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{ExtPict}\p{RI}]/gu;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Surrogate}]/gu;

/**
 * Returns the words of a text, separated by single spaces, for `hasMutedWord`: in lower case and Unicode normal form
 * KC, without punctuation. Letters of scripts without spaces, and emoji, are words of their own, so a muted word
 * matches inside a longer text of them.
 */
export function wordsOf(text: string): string {
  return (
    text
      .normalize("NFKC")
      .replace(INVISIBLE, "")
      .toLowerCase()
      // The lower case of the Turkish capital İ is an i with a dot above.
      .replace(/i\u0307/g, "i")
      .normalize("NFC")
      .replace(NOT_IN_WORDS, " ")
      .replace(ALONE, " $& ")
      .replace(/ +/g, " ")
      .trim()
  );
}

/** Returns whether one of the texts contains one of the muted words. @param words in the form of `wordsOf` */
export function hasMutedWord(words: readonly string[], ...texts: string[]): boolean {
  if (words.length === 0) return false;
  return texts.some((text) => {
    const all = ` ${wordsOf(text)} `;
    return words.some((word) => all.includes(` ${word} `));
  });
}

/** Returns a muted word as its member reads it. */
export function shownWord(word: string): string {
  return word.replace(/ /g, (space, at: number) => {
    const isAlone = (character: string) => character.search(ALONE) >= 0;
    const before = [...word.slice(0, at)].at(-1) ?? "";
    const [after = ""] = word.slice(at + 1);
    return isAlone(before) && isAlone(after) ? "" : space;
  });
}

const TOO_LONG = ruleText(msg`A muted word must not be longer than ${{ max: MUTED_WORD_MAX }} characters.`);

/** The input of a muted word; its value is in the form of `wordsOf`. */
export const mutedWordInput = z.object({
  word: z
    .string({ error: ruleText(msg`Please enter a word`) })
    .overwrite(cleanLine)
    .trim()
    .max(MUTED_WORD_MAX, { error: TOO_LONG, abort: true })
    .overwrite(wordsOf)
    .min(1, { error: ruleText(msg`Please enter a word`) })
    // A character of the input can stand for several.
    .refine((word) => lengthOf(word) <= 2 * MUTED_WORD_MAX, { error: TOO_LONG }),
});
export type MutedWordInput = z.infer<typeof mutedWordInput>;

/** The muted words, as the member reads them. */
export const mutedWords = z.object({ words: z.array(z.string()) });
export type MutedWords = z.infer<typeof mutedWords>;

export const mutesView = mutedWords.extend({ members: z.array(userSummary) });
export type MutesView = z.infer<typeof mutesView>;
