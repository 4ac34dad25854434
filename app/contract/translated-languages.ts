/**
 * The languages that Workers AI translates from and into, by their codes in the model
 * (https://huggingface.co/facebook/m2m100_1.2B). Here without a schema, because browsers load it.
 */
export const translatedLanguages = [
  ..."af am ar ast az ba be bg bn br bs ca ceb cs cy da de el en es et fa ff fi fr fy ga gd gl gu ha he hi hr ht hu".split(
    " ",
  ),
  ..."hy id ig ilo is it ja jv ka kk km kn ko lb lg ln lo lt lv mg mk ml mn mr ms my ne nl no ns oc or pa pl ps pt ro".split(
    " ",
  ),
  ..."ru sd si sk sl so sq sr ss su sv sw ta th tl tn tr uk ur uz vi wo xh yi yo zh zu".split(" "),
] as const;

/** The codes of languages that the model knows by another one. */
const otherCodes: Record<string, string> = { nb: "no", nn: "no", fil: "tl", iw: "he", in: "id" };

/** Returns the language of a tag without its script and region, such as "pt" for "pt-BR". */
export function baseLanguage(tag: string): string {
  const [base = ""] = tag.toLowerCase().split("-");
  return otherCodes[base] ?? base;
}

/** Returns whether Workers AI translates a language. @param code as `baseLanguage` returns it */
export const isTranslated = (code: string): boolean => translatedLanguages.includes(code);
