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
 * Returns a name or a query for comparison: lower case, without accents and repeated spaces. Removes the combining marks of
 * Latin, Greek and Cyrillic only; marks that make another letter (Thai, Devanagari) stay.
 */
export function fold(text: string): string {
  return (
    text
      // A lone surrogate (half of a UTF-16 pair) cannot be stored in UTF-8.
      .replace(/\p{Surrogate}/gu, "")
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[ßæœøłđðþħı]/g, (letter) => plain[letter] ?? letter)
      .replace(/\s+/g, " ")
      .trim()
  );
}
