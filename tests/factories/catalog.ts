import { readFileSync } from "node:fs";
import path from "node:path";
import { setupI18n } from "@lingui/core";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { formatTag, SOURCE } from "~/contract/languages";
import { projectRoot } from "../../scripts/local-state";

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

/** Returns a function that translates; it throws for an English text that the catalog lacks, or has in several contexts. */
export async function translatorTo(language: string): Promise<Translate> {
  const entries = Object.entries(await catalogOf(language));
  return (english, { context, values } = {}) => {
    const found = entries.filter(
      ([, { message, context: own }]) => message === english && (context === undefined || own === context),
    );
    const [id, { translation = "" }] = found[0] ?? ["", {}];
    if (found.length !== 1 || !translation)
      throw new Error(`${language} has ${found.length} texts for "${english}".`);
    const messages = { [language]: { [id]: translation } };
    const i18n = setupI18n({ locale: language, locales: formatTag(language), messages });
    return i18n.setMessagesCompiler(compileMessage)._(id, values);
  };
}
