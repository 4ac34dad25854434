import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { createSwcExtractor } from "@lingui/native-tools";
import { languages, PSEUDO, SOURCE } from "./app/contract/languages";

/** One catalog for each language, in which translators work. `npm run texts` adds what is new in the code. */
export default defineConfig({
  sourceLocale: SOURCE,
  locales: languages.map(({ code }) => code),
  pseudoLocale: PSEUDO,
  catalogs: [{ path: "<rootDir>/locales/{locale}", include: ["app", "workers"] }],
  // The second is for modules that scripts read uncompiled (docs/decisions/0134-catalogs.md).
  macro: {
    corePackage: ["@lingui/core/macro", "@lingui/core/runtime-macro"],
    jsxPackage: ["@lingui/react/macro"],
  },
  extractors: [createSwcExtractor()],
  // Without the lines, a moved text changes no catalog.
  format: formatter({ lineNumbers: false }),
  orderBy: "message",
});
