/** Letters of the scripts that one language uses, or nearly; the first that a text has settles it. */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ["ja", /[\p{sc=Hira}\p{sc=Kana}]/gu],
  ["ko", /\p{sc=Hang}/gu],
  ["zh", /\p{sc=Han}/gu],
  ["th", /\p{sc=Thai}/gu],
  ["el", /\p{sc=Grek}/gu],
  ["he", /\p{sc=Hebr}/gu],
  ["hi", /\p{sc=Deva}/gu],
  ["ar", /\p{sc=Arab}/gu],
];

/** Letters that Arabic and Russian lack, by the languages that have them. */
const others: Record<string, readonly (readonly [language: string, letters: RegExp])[]> = {
  ar: [
    ["ur", /[ٹڈڑںے]/u],
    ["fa", /[پچژگ]/u],
  ],
};

/** Letters of each Cyrillic language that the other two lack. */
const cyrillic: readonly (readonly [language: string, letters: RegExp])[] = [
  ["uk", /[іїєґ]/iu],
  ["ru", /[ыэё]/iu],
];

/** Least part of a text's letters that its script has: a text of two scripts has no one language. */
const MOST = 0.8;

/** Returns the language of a text by its letters; null when its script does not settle it. */
export function languageByScript(text: string): string | null {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const all = count(/\p{L}/gu);
  const han = count(/\p{sc=Han}/gu);
  if (count(/\p{sc=Cyrl}/gu) > MOST * all)
    return cyrillic.find(([, letters]) => letters.test(text))?.[0] ?? null;
  const [language, letters] = scripts.find(([, some]) => count(some) > 0) ?? [];
  if (!language || !letters) return null;
  const share = language === "ja" ? count(letters) + han : count(letters);
  if (share < MOST * all) return null;
  return others[language]?.find(([, some]) => some.test(text))?.[0] ?? language;
}

/** Returns whether a text is in Latin letters, or nearly. */
export function isLatin(text: string): boolean {
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/\p{sc=Latn}/gu)?.length ?? 0) > MOST * all;
}
