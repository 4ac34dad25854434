import { readFileSync } from "node:fs";
import path from "node:path";
import { setupI18n } from "@lingui/core";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { directionOf, formatTag, SOURCE } from "~/contract/languages";
import { projectRoot } from "../../scripts/local-state";
import { isolateNames } from "../../scripts/texts/isolate-names";

const format = formatter({ lineNumbers: false });

/** Returns the texts of a language, by their ids, from its file in `locales`. */
export async function catalogOf(language: string) {
  const filename = path.join(projectRoot, "locales", `${language}.po`);
  return format.parse(readFileSync(filename, "utf8"), { locale: language, sourceLocale: SOURCE, filename });
}

interface Use {
  context?: string;
  values?: Record<string, unknown>;
}

/** Returns a text of the code in a language. */
export type Translate = (english: string, use?: Use) => string;

/** Returns a function that translates; it throws for an English text that the catalog lacks in this context. */
export async function translatorTo(language: string): Promise<Translate> {
  const entries = Object.entries(await catalogOf(language));
  return (english, { context, values } = {}) => {
    const [id, { translation = "" }] = entries.find(
      ([, { message, context: own }]) => message === english && own === context,
    ) ?? ["", {}];
    if (!translation) throw new Error(`${language} has no text for "${english}".`);
    const compiled = compileMessage(translation);
    const message = directionOf(language) === "rtl" ? isolateNames(compiled) : compiled;
    const messages = { [language]: { [id]: message } };
    return setupI18n({ locale: language, locales: formatTag(language), messages })._(id, values);
  };
}
