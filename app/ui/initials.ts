/**
 * Returns the first grapheme of the first and the last word of a name (docs/product.md#profile): "Zoë Ångström" is
 * "ZÅ".
 */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => firstLetter(word ?? "")).join("");
}

function firstLetter(word: string): string {
  const letter = /\p{L}\p{M}*|\p{N}/u.exec(word)?.[0] ?? Array.from(word)[0] ?? "";
  return letter.toLocaleUpperCase("en");
}

/** Returns the hue, in degrees, of a name's tint. Only warm and dusky hues: 290 through 0 to 90. */
export function nameHue(name: string): number {
  let hash = 2166136261;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 16777619);
  }
  return (290 + ((hash >>> 0) % 160)) % 360;
}
