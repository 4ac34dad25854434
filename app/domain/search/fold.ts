/** Letters that Unicode does not take apart into a plain one and an accent. */
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
 * A name or a query without case, accents and extra spaces: what is compared in search. Accents are dropped from
 * letters only; marks that make another letter (Thai, Devanagari) stay.
 */
export function fold(text: string): string {
  return (
    text
      // Half a character (UTF-16) is none, and no database could store it.
      .replace(/\p{Surrogate}/gu, "")
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[ßæœøłđðþħı]/g, (letter) => plain[letter] ?? letter)
      .replace(/\s+/g, " ")
      .trim()
  );
}
