import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { formatTag, SOURCE } from "~/contract/languages";
import { logError } from "./log";

/** The texts of a document in one language. */
export interface Texts {
  /** Renders texts. It stays in its language: requests share it. */
  i18n: I18n;
  /** The addresses of the browser's catalogs, by the address of the route's module. */
  files: Readonly<Record<string, string>>;
}

const read = new Map<string, Texts>();

/**
 * Returns the texts of a language, which a running Worker reads once from a static file, because its size is limited. A catalog that
 * cannot be read is logged, and the texts are in English.
 * @throws when the English one cannot be read
 */
export async function textsOf(files: Pick<Fetcher, "fetch">, language: string): Promise<Texts> {
  // In development texts are compiled as they are shown, and change with every edit.
  if (import.meta.env.DEV)
    return { i18n: setupI18n({ locale: SOURCE, locales: formatTag(SOURCE) }), files: {} };
  try {
    const texts = read.get(language) ?? (await readTexts(files, language));
    read.set(language, texts);
    return texts;
  } catch (error) {
    if (language === SOURCE) throw error;
    logError(error, { event: "catalog not read", language });
    return textsOf(files, SOURCE);
  }
}

async function readTexts(assets: Pick<Fetcher, "fetch">, language: string): Promise<Texts> {
  // The host is ignored.
  const reply = await assets.fetch(`https://files/texts/${language}.json`);
  if (!reply.ok) throw new Error(`The texts of ${language} returned ${reply.status}.`);
  const { messages, files } = await reply.json<{ messages: Messages; files: Record<string, string> }>();
  return {
    i18n: setupI18n({ locale: language, locales: formatTag(language), messages: { [language]: messages } }),
    files,
  };
}
