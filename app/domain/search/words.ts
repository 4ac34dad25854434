import { fold } from "~/contract/fold";
import { POST_WORD_LENGTH, POST_WORDS_MAX, QUERY_WORDS_MAX, SEARCH_MIN } from "~/contract/limits";

/** The scripts without spaces between words. Korean has them. */
const UNSPACED = ["Han", "Hira", "Kana", "Thai", "Laoo", "Khmr", "Mymr"]
  .map((script) => `\\p{scx=${script}}`)
  .join("");

/** A flag, an emoji, the letters of a script without spaces (the group), or a word; letters with their marks. */
const PART = new RegExp(
  `\\p{RI}{2}|\\p{ExtPict}|((?:(?=[${UNSPACED}])\\p{L}\\p{M}*)+)|(?:(?![${UNSPACED}])[\\p{L}\\p{N}]\\p{M}*)+`,
  "gu",
);

/** Joiners and variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Returns the distinct words of a text, folded. In scripts without spaces each pair of letters is a word. */
export function wordsIn(text: string): string[] {
  const words = new Set<string>();
  for (const [part, letters] of fold(text).replace(INVISIBLE, "").matchAll(PART)) {
    for (const word of letters ? pairsOf(letters) : [part]) words.add(cut(word));
  }
  return [...words];
}

/** Returns the pairs of adjacent letters: "山田太" gives "山田" and "田太". A letter alone is its own pair. */
function pairsOf(letters: string): string[] {
  const each = letters.match(/\p{L}\p{M}*/gu) ?? [];
  return each.length < 2 ? each : each.slice(1).map((letter, at) => `${each[at]}${letter}`);
}

const cut = (word: string) =>
  word.length <= POST_WORD_LENGTH ? word : [...word].slice(0, POST_WORD_LENGTH).join("");

/**
 * Returns the words by which a post is found, as its column `words`: each between single spaces, at most 40, those of
 * the place first. Empty without words.
 */
export function postWordsOf({ caption, location }: { caption: string; location: string }): string {
  return joined(wordsIn(`${location}\n${caption}`).slice(0, POST_WORDS_MAX));
}

/** Returns words between single spaces, as they are compared with the parts of a query; empty without any. */
export const joined = (words: string[]): string => (words.length === 0 ? "" : ` ${words.join(" ")} `);

/** A query as `post_words` is read for it. */
export interface WordQuery {
  /** All words but the last. */
  whole: string[];
  /** The range of `word` that begins with the last one. */
  start: string;
  end: string;
  /** The parts that `joined` words must have: every word, the last one without the space behind it. */
  parts: string[];
}

/** Returns the words of a query, the last perhaps a beginning; null without words or under two characters. */
export function wordQuery(query: string): WordQuery | null {
  const words = query.trim().length < SEARCH_MIN ? [] : wordsIn(query).slice(0, QUERY_WORDS_MAX);
  const last = words.pop();
  if (last === undefined) return null;
  return {
    whole: words,
    start: last,
    // U+10FFFF is the highest code point.
    end: `${last}\u{10FFFF}`,
    parts: [...words.map((word) => ` ${word} `), ` ${last}`],
  };
}

/** Returns whether a text has every word of a query. */
export function hasWords(text: string, { parts }: WordQuery): boolean {
  const words = joined(wordsIn(text));
  return parts.every((part) => words.includes(part));
}
