import { translatedByPiece } from "~/contract/text-pieces";
import { baseLanguage, isTranslated } from "~/contract/translated-languages";
import { api } from "~/features/api/client";
import { translatorFor } from "./browser-translation";

/** A translation that is shown in place of a text. */
export interface Translation {
  text: string;
  /** BCP 47. */
  lang: string;
}

/** A translation that can be made. */
export interface Offer {
  /** The languages, without scripts and regions. */
  from: string;
  to: string;
  /** Called by a press: a browser downloads languages for nothing else. */
  translate: () => Promise<string>;
}

/**
 * Returns how to translate a text for its reader: by the browser if it has the languages, else by Workers AI unless
 * offline, else by the browser after downloading them. Null when the text is in the reader's language, or nothing can
 * translate it.
 * @param language of the text @param locale of the page
 */
export async function offerOf(
  text: string,
  language: string,
  locale: string,
  asksServer: boolean,
): Promise<Offer | null> {
  const [from, to] = [baseLanguage(language), baseLanguage(locale)];
  if (from === to) return null;
  const has = await translatorFor(from, to);
  const byBrowser = { from, to, translate: () => translateHere(text, from, to) };
  if (has === "available") return byBrowser;
  if (asksServer && navigator.onLine !== false && isTranslated(from) && isTranslated(to))
    return { from, to, translate: () => translateThere(text, from, to) };
  return has === "unavailable" ? null : byBrowser;
}

async function translateHere(text: string, from: string, to: string): Promise<string> {
  const translator = await globalThis.Translator?.create({ sourceLanguage: from, targetLanguage: to });
  if (!translator) throw new Error("The browser translates no more.");
  return translatedByPiece(text, (piece) => translator.translate(piece));
}

async function translateThere(text: string, from: string, to: string): Promise<string> {
  return (await api("POST /api/translate", { body: { text, from, to } })).text;
}
