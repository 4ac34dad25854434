/** The used parts of Translator and Language Detector (https://webmachinelearning.github.io/translation-api). */

type Availability = "unavailable" | "downloadable" | "downloading" | "available";

interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}

export interface TranslatorApi {
  availability(pair: Pair): Promise<Availability>;
  /** Downloads the languages if needed, which only a press allows. */
  create(pair: Pair): Promise<{ translate(text: string): Promise<string> }>;
}

interface DetectorApi {
  availability(): Promise<Availability>;
  create(): Promise<{ detect(text: string): Promise<{ detectedLanguage: string; confidence: number }[]> }>;
}

declare global {
  var Translator: TranslatorApi | undefined;
  var LanguageDetector: DetectorApi | undefined;
}

/** Results of lower confidence are not used. */
const SURE = 0.7;

let detector: ReturnType<DetectorApi["create"]> | undefined;

/**
 * Returns a text's language by the browser's detector: null when it is not sure, undefined without a detector. Never
 * downloads its model.
 */
export async function languageByBrowser(text: string): Promise<string | null | undefined> {
  const api = globalThis.LanguageDetector;
  if (!api) return undefined;
  try {
    if (!detector && (await api.availability()) !== "available") return undefined;
    detector ??= api.create();
    const [first] = await (await detector).detect(text);
    if (!first || first.confidence < SURE || first.detectedLanguage === "und") return null;
    return first.detectedLanguage;
  } catch {
    detector = undefined;
    return undefined;
  }
}

/** Returns what the browser needs to translate a pair of languages. */
export async function translatorFor(from: string, to: string): Promise<Availability> {
  const pair = { sourceLanguage: from, targetLanguage: to };
  try {
    return (await globalThis.Translator?.availability(pair)) ?? "unavailable";
  } catch {
    return "unavailable";
  }
}
