/**
 * Returns the first grapheme of the first and the last word of a name (docs/product.md#profile): "Zoë Ångström" is
 * "ZÅ". Upper case is that of the reader's language: "İ" for the "i" of Turkish.
 * @param language the code of the reader's language
 */
export function initials(name: string, language: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => firstLetter(word ?? "", language)).join("");
}

const LETTER = /\p{L}\p{M}*|\p{N}/u;

function firstLetter(word: string, language: string): string {
  const letter = LETTER.exec(word)?.[0] ?? Array.from(word)[0] ?? "";
  const upper = letter.toLocaleUpperCase(language);
  // That of "ß" and of ligatures is two letters.
  return LETTER.exec(upper)?.[0] ?? upper;
}

/** Returns the hue, in degrees, of a name's tint. Only warm and dusky hues: 290 through 0 to 90. */
export function nameHue(name: string): number {
  let hash = 2166136261;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 16777619);
  }
  return (290 + ((hash >>> 0) % 160)) % 360;
}
