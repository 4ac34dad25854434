import { setupI18n } from "@lingui/core";
import { formatTag, SOURCE } from "~/contract/languages";

/** The texts as they are written in the code. */
export const english = setupI18n({ locale: SOURCE, locales: formatTag(SOURCE), messages: { [SOURCE]: {} } });
