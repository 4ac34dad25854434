/** The first letters of the first and the last word of a name (spec point 9), as a reader counts letters: "Zoë Ångström" is "ZÅ". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return ends.map((word) => firstLetter(word ?? "")).join("");
}

function firstLetter(word: string): string {
  const letter = /\p{L}\p{M}*|\p{N}/u.exec(word)?.[0] ?? Array.from(word)[0] ?? "";
  return letter.toLocaleUpperCase("en");
}

/** The hue, in degrees, that a name keeps wherever it appears. Only the warm and dusky part of the circle: 290 through 0 to 90. */
export function nameHue(name: string): number {
  let hash = 2166136261;
  for (let at = 0; at < name.length; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 16777619);
  }
  return (290 + ((hash >>> 0) % 160)) % 360;
}
