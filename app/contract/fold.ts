/** Letters that Unicode does not decompose into a plain letter and an accent. */
const plain: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ı: "i",
};

/**
 * Combining marks that readers leave out: accents of Latin, Greek and Cyrillic, Arabic harakat, Hebrew points, Syriac
 * vowels; and the Arabic tatweel, which stretches a word. Marks that make another letter (Thai, Devanagari, Kana) stay.
 */
const OPTIONAL_MARKS =
  /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]|(?=\p{M})[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}]|\u0640/gu;

/**
 * Returns a name or a query for comparison: lower case, without optional marks and repeated spaces. A change needs a
 * migration that folds the stored terms again.
 */
export function fold(text: string): string {
  return (
    text
      // A lone surrogate (half of a UTF-16 pair) cannot be stored in UTF-8.
      .replace(/\p{Surrogate}/gu, "")
      .normalize("NFKD")
      .replace(OPTIONAL_MARKS, "")
      .toLowerCase()
      .replace(/[ßæœøłđðþħı]/g, (letter) => plain[letter] ?? letter)
      .replace(/\s+/g, " ")
      .trim()
  );
}
