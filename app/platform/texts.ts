import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { formatTag, SOURCE } from "~/contract/languages";
import { nameSite, site } from "~/contract/site-name";
import { logError } from "./log";

interface Catalog {
  messages: Messages;
  files: Texts["files"];
}

/** The texts of a document in one language. */
export interface Texts {
  /** Renders texts. It stays in its language: requests share it. */
  i18n: I18n;
  /** The addresses of the browser's catalogs, by the address of the route's module. */
  files: Readonly<Record<string, string>>;
}

const catalogs = new Map<string, Catalog>();
const made = new Map<string, { name: string; texts: Texts }>();

/**
 * Returns the texts of a language, which a running Worker reads once from a static file, because a Worker's size is
 * limited. A catalog that cannot be read is logged, and the texts are in English.
 * @param name the name of the site
 * @throws when the English one cannot be read
 */
export async function textsOf(files: Pick<Fetcher, "fetch">, language: string, name = site): Promise<Texts> {
  // In development texts are compiled as they are shown, and change with every edit.
  if (import.meta.env.DEV)
    return { i18n: nameSite(setupI18n({ locale: SOURCE, locales: formatTag(SOURCE) }), name), files: {} };
  const known = made.get(language);
  if (known?.name === name) return known.texts;
  try {
    const catalog = catalogs.get(language) ?? (await readCatalog(files, language));
    catalogs.set(language, catalog);
    const texts = textsIn(language, catalog, name);
    made.set(language, { name, texts });
    return texts;
  } catch (error) {
    if (language === SOURCE) throw error;
    logError(error, { event: "catalog not read", language });
    return textsOf(files, SOURCE, name);
  }
}

async function readCatalog(assets: Pick<Fetcher, "fetch">, language: string): Promise<Catalog> {
  // The host is ignored.
  const reply = await assets.fetch(`https://files/texts/${language}.json`);
  if (!reply.ok) throw new Error(`The texts of ${language} returned ${reply.status}.`);
  return reply.json();
}

function textsIn(language: string, { messages, files }: Catalog, name: string): Texts {
  const options = { locale: language, locales: formatTag(language), messages: { [language]: messages } };
  return { i18n: nameSite(setupI18n(options), name), files };
}
