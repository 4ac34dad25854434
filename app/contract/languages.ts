/** A language that the product speaks. */
export interface Language {
  /** BCP 47. */
  code: string;
  /** Its name in itself. */
  name: string;
  dir?: "rtl";
}

/** The language in which texts are written in the code. */
export const SOURCE = "en";

/** English with marks on its letters, for tests: no page offers it, and no production build has it. */
export const PSEUDO = "en-XA";

/** The languages that members can choose, in the order of lists. */
export const languages: readonly Language[] = [
  { code: SOURCE, name: "English" },
  { code: "de", name: "Deutsch" },
  { code: "es", name: "Español" },
  { code: "pt-BR", name: "Português (Brasil)" },
  { code: "fr", name: "Français" },
  { code: "pl", name: "Polski" },
  { code: "tr", name: "Türkçe" },
  { code: "ar", name: "العربية", dir: "rtl" },
  { code: "hi", name: "हिन्दी" },
  { code: "ja", name: "日本語" },
  { code: "zh-Hans", name: "简体中文" },
];

export const LANGUAGE_COOKIE = "afterglow-language";

/** Returns the direction in which a language is written. */
export const directionOf = (code: string): "ltr" | "rtl" => languageFor(code)?.dir ?? "ltr";

/** The tags by which `Intl` writes numbers and times: in Arabic with the digits of the other texts. */
const formatTags: Record<string, string> = { [SOURCE]: "en-US", [PSEUDO]: "en-US", ar: "ar-u-nu-latn" };

/** Returns the tag by which `Intl` writes the numbers and times of a language. */
export const formatTag = (code: string): string => formatTags[code] ?? code;

/** Tags of other forms of a language, such as that of a script, by their beginning. */
const forms: Record<string, string> = { pt: "pt-BR", zh: "zh-Hans" };

/** Returns the language that a tag names or belongs to, such as `de` for "de-AT"; null for all others. */
export function languageFor(tag: string): Language | null {
  const [base = ""] = tag.toLowerCase().split("-");
  const named = languages.find(({ code }) => code.toLowerCase() === tag.toLowerCase());
  return named ?? languages.find(({ code }) => code === (forms[base] ?? base)) ?? null;
}

/** The languages of the last headers: most browsers send one of a few. */
const accepted = new Map<string, Language | null>();
const ACCEPTED_MAX = 1000;

/**
 * Returns the language that a browser asks for; null when it asks for no other than these.
 * @param header the `Accept-Language` header (RFC 9110, 12.5.4): tags with weights from 0 to 1
 */
export function acceptedLanguage(header: string): Language | null {
  const read = header.slice(0, HEADER_MAX);
  const known = accepted.get(read);
  if (known !== undefined) return known;
  const language = languageIn(read);
  if (accepted.size >= ACCEPTED_MAX) accepted.clear();
  accepted.set(read, language);
  return language;
}

function languageIn(header: string): Language | null {
  const ranges = header.split(",").map(rangeOf);
  const wanted = ranges.filter(({ weight }) => weight > 0 && weight <= 1);
  // The sort keeps the order of equal weights.
  for (const { tag } of wanted.sort((a, b) => b.weight - a.weight)) {
    const language = languageFor(tag);
    if (language) return language;
  }
  return null;
}

/** Characters of a header that are read. */
const HEADER_MAX = 500;

function rangeOf(range: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
  const weight = parameters.find((one) => /^q=/i.test(one))?.slice(2);
  return { tag, weight: weight === undefined ? 1 : Number(weight) };
}
