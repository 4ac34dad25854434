import { textParts } from "~/contract/text-links";
import { retryImport } from "~/ui/retry-import";
import { languageByBrowser } from "./browser-translation";
import { isLatin, languageByScript } from "./script-language";

const loadLibrary = retryImport(() => import("./detect-latin.client"));

/** Letters of the shortest text whose language is looked for. A sign of Chinese or Japanese is a syllable or a word. */
const LEAST = { latin: 10, other: 4 };

/**
 * Returns the language of a member's text (BCP 47), detected in the browser; null when unsure, and for texts that are
 * short, mixed, or only links, hashtags and mentions.
 */
export async function languageOf(text: string): Promise<string | null> {
  const words = wordsOf(text);
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  const isWestern = isLatin(words);
  if (letters < (isWestern ? LEAST.latin : LEAST.other)) return null;
  const byBrowser = await languageByBrowser(words);
  if (byBrowser !== undefined) return byBrowser;
  if (!isWestern) return languageByScript(words);
  return (await loadLibrary()).languageOfLatin(words);
}

function wordsOf(text: string): string {
  return textParts(text)
    .map((part) => (part.kind === "text" ? part.text : " "))
    .join("")
    .replace(/[^\p{L}\p{M}\p{P}\p{N}\s]+/gu, " ")
    .trim();
}
