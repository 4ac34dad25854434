import { detectAll } from "tinyld/light";

/** Least score of a language, and its least ratio to the next one's: both are low for unknown languages. */
const LEAST = 0.05;
const AHEAD = 2;

/** Letters with marks that only Vietnamese has, which the library takes for Spanish. */
const VIETNAMESE = /[ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/giu;
/** Two such letters are no borrowed name. */
const VIETNAMESE_LEAST = 2;

/** Returns the language of a text in Latin letters; null when the library is not sure. */
export function languageOfLatin(text: string): string | null {
  if ((text.normalize("NFC").match(VIETNAMESE)?.length ?? 0) >= VIETNAMESE_LEAST) return "vi";
  const [first, second] = detectAll(text);
  if (!first || first.accuracy < LEAST) return null;
  return first.accuracy >= AHEAD * (second?.accuracy ?? 0) ? first.lang : null;
}
