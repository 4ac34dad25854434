import { CLEANED_TEXT_MAX } from "./request-limits";

/**
 * The one rule for members' texts (docs/product.md#validation): control characters and explicit bidirectional
 * formatting are removed, and a text without a visible character is empty. Joiners and variation selectors stay: emoji,
 * Persian and Indic scripts need them.
 */

/** Characters without a glyph: Unicode's default ignorable ones, white space, controls, the blank Braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]/gu;

/** Embeddings, overrides and isolates (UAX #9, 2.1, 2.2 and 2.4): they would reorder the text around a member's own. */
const BIDI_FORMATTING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Control characters except tab and line feed. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Returns the number of visible characters of a text, in code points. */
export function visibleLength(text: string): number {
  return [...text.replace(INVISIBLE, "")].length;
}

/** Returns whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return visibleLength(text) === 0;
}

/** Cleans a text of several lines by the rule above. One too long for any field is unchanged: its schema refuses it. */
export function cleanText(text: string): string {
  if (text.length > CLEANED_TEXT_MAX) return text;
  if (isBlank(text)) return "";
  return text.replace(/\r\n?/g, "\n").replace(CONTROLS, "").replace(BIDI_FORMATTING, "");
}

/** Returns a text of one line by the rule above, with spaces for line breaks. */
export function cleanLine(text: string): string {
  return cleanText(text.replace(LINE_BREAKS, " "));
}
