import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { createCompiledCatalog, getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { extractMessages, mapMacroOptions, transform } from "@lingui/native-tools";
import type { Plugin } from "vite";
import { directionOf, PSEUDO, SOURCE } from "../../app/contract/languages";
import { isolateNames } from "./isolate-names";
import { manifestIn } from "./manifest";

type Messages = Record<string, unknown>;
type Bundle = Parameters<Extract<Plugin["generateBundle"], (...args: never[]) => unknown>>[1];
type Chunk = Extract<Bundle[string], { type: "chunk" }>;

/** The texts of a route that the root does not have. */
interface RouteTexts {
  /** The address of the route's module. */
  module: string;
  name: string;
  ids: string[];
}

/** The imports of texts, and of those in modules that scripts read uncompiled. */
const MACROS = /from ["']@lingui\/(?:core|react)\/(?:runtime-)?macro["']/;
const RUNTIME_MACROS = /from ["']@lingui\/core\/runtime-macro["']/;

/** Returns whether a module has texts. */
export const hasTexts = (code: string): boolean => MACROS.test(code);

/** Compiles the texts of a module, with their English or with their ids alone. */
export function compileTexts(code: string, file: string, descriptorFields: "all" | "id-only" = "all") {
  const name = path.basename(file.replace(/\?.*/, ""));
  return transform(code, name, { macro: { ...mapMacroOptions(getConfig()), descriptorFields } });
}

/**
 * Compiles the texts in the code: in a build they are looked up in a catalog by id, else they stay, in English. The
 * Worker keeps the English of the modules that scripts read too: errors have it in every language.
 */
export function textMacros(): Plugin {
  return {
    name: "text-macros",
    enforce: "pre",
    transform: {
      filter: { code: MACROS },
      handler(code, id) {
        const { isProduction, consumer } = this.environment.config;
        const keepsEnglish = !isProduction || (consumer === "server" && RUNTIME_MACROS.test(code));
        return compileTexts(code, id, keepsEnglish ? "all" : "id-only");
      },
    },
  };
}

/** The modules whose messages the server sends to browsers, with the id of the message. */
const SENT = ["app/contract/**/*.ts", "app/domain/**/*.ts", "app/platform/**/*.ts", "workers/**/*.ts"];

/**
 * Writes the catalogs of each language (docs/decisions/0134-catalogs.md): one of all texts for the Worker, one for each
 * route, for browsers, with all that its modules and those loaded on demand may show, and one of the server's messages.
 * @param hasPseudo whether to add the language for tests
 */
export function textCatalogs({ hasPseudo }: { hasPseudo: boolean }): Plugin {
  const config = getConfig();
  const macro = mapMacroOptions(config);
  const idsOf = new Map<string, string[]>();
  const idsIn = async (code: string, id: string) => {
    const { messages } = await extractMessages(code, path.basename(id.replace(/\?.*/, "")), { macro });
    return messages.map((message) => message.id);
  };
  let sent: string[] = [];
  return {
    name: "text-catalogs",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    // Reads the code before the macros are compiled.
    enforce: "pre",
    transform: {
      filter: { code: MACROS },
      async handler(code, id) {
        idsOf.set(id, await idsIn(code, id));
      },
    },
    // Most of them are in no module of the browser.
    async buildStart() {
      const files = globSync(SENT).map((file) => ({ file, code: readFileSync(file, "utf8") }));
      const texts = files.filter(({ code }) => hasTexts(code));
      sent = (await Promise.all(texts.map(({ file, code }) => idsIn(code, file)))).flat();
    },
    async generateBundle(_, bundle) {
      const [root, ...routes] = textsOfRoutes(bundle, idsOf, (id) => this.getModuleInfo(id));
      const [catalog] = await getCatalogs(config);
      if (!root || !catalog) throw new Error("There is no root, or no catalog in lingui.config.ts.");
      const english = Object.entries((await catalog.read(SOURCE)) ?? {});
      const idOf = (text: string) => {
        const [id] = english.find(([, { message, context }]) => message === text && !context) ?? [];
        if (id === undefined) throw new Error(`"${text}" of the manifest is not in the catalog.`);
        return id;
      };
      const errors = [...new Set(sent)].filter((id) => !root.ids.includes(id)).sort();
      for (const language of [...config.locales, ...(hasPseudo ? [PSEUDO] : [])]) {
        const messages = await translationsOf(catalog, language);
        const write = ({ name, ids }: RouteTexts, more: object = {}) => {
          const own = Object.fromEntries(ids.map((id) => [id, messages[id]]));
          const part = JSON.stringify({ messages: own, ...more });
          const hash = createHash("sha256").update(part).digest("base64url").slice(0, 8);
          const fileName = `assets/${name}.${language}-${hash}.js`;
          const source = `(self.afterglowTexts??=[]).push(["/${fileName}",${part}])`;
          this.emitFile({ type: "asset", fileName, source });
          return `/${fileName}`;
        };
        const others = routes.filter(({ ids }) => ids.length > 0);
        const files = Object.fromEntries(others.map((route) => [route.module, write(route)]));
        // English is in the messages themselves.
        const more = language !== SOURCE && { errors: write({ module: "", name: "errors", ids: errors }) };
        // From it browsers know the others.
        const all = { ...files, [root.module]: write(root, { files, ...more }) };
        const source = JSON.stringify({ messages, files: all });
        this.emitFile({ type: "asset", fileName: `texts/${language}.json`, source });
        const manifest = manifestIn(language, (english) => String(messages[idOf(english)]));
        if (language !== SOURCE)
          this.emitFile({ type: "asset", fileName: `manifest.${language}.webmanifest`, source: manifest });
      }
    },
  };
}

/** Returns the compiled messages of a language. @throws for a message that cannot be compiled */
async function translationsOf(
  catalog: Awaited<ReturnType<typeof getCatalogs>>[number],
  language: string,
): Promise<Messages> {
  const isPseudo = language === PSEUDO;
  const options = { sourceLocale: SOURCE, fallbackLocales: {} };
  const { messages } = await catalog.getTranslations(isPseudo ? SOURCE : language, options);
  const compiled = createCompiledCatalog(language, messages, {
    namespace: "json",
    ...(isPseudo && { pseudoLocale: PSEUDO }),
  });
  if (compiled.errors[0]) throw compiled.errors[0].error;
  const texts: Messages = JSON.parse(compiled.source).messages;
  const change = isPseudo ? longer : directionOf(language) === "rtl" ? isolateNames : null;
  return change ? Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, change(text)])) : texts;
}

/** Makes a compiled message of the language for tests 40 % longer, as translations are. */
function longer(text: unknown): unknown {
  const length = JSON.stringify(text).length;
  const more = " ōńē ţŵō ţĥŗēē".repeat(Math.ceil(length / 30)).slice(0, Math.round(length * 0.4));
  return Array.isArray(text) ? [...text, more] : `${text}${more}`;
}

type InfoOf = (module: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null;

/** Returns the texts of each route of a build; the root is the first. @param idsOf the ids of each module */
function textsOfRoutes(bundle: Bundle, idsOf: ReadonlyMap<string, string[]>, infoOf: InfoOf): RouteTexts[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === "chunk");
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
  const shown = new Set(modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])));
  const idsFrom = (start: Chunk[]) => {
    // By modules: a chunk that routes share has those of others too.
    const reached = new Set(start.flatMap(({ facadeModuleId }) => facadeModuleId ?? []));
    // A set can grow while it is read.
    for (const id of reached) {
      const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {};
      for (const next of [...importedIds, ...dynamicallyImportedIds]) reached.add(next);
    }
    return new Set([...reached].flatMap((id) => (shown.has(id) ? (idsOf.get(id) ?? []) : [])));
  };
  const routes = chunks.filter((chunk) =>
    chunk.facadeModuleId?.includes("?__react-router-build-client-route"),
  );
  const isRoot = (chunk: Chunk) => chunk.facadeModuleId?.includes("/app/root.tsx?") ?? false;
  const fileOf = ({ facadeModuleId }: Chunk) => facadeModuleId?.replace(/\?.*/, "");
  const isEntry = (chunk: Chunk) => chunk.facadeModuleId?.endsWith("/app/entry.client.tsx") ?? false;
  // React Router takes actions and loaders of the browser out of the route's module.
  const partsOf = (route: Chunk) =>
    chunks.filter(({ facadeModuleId }) => facadeModuleId?.startsWith(`${fileOf(route)}?route-chunk=`));
  // The action of a route without a page runs on other pages.
  const pageless = routes.filter((route) => !route.exports.includes("default"));
  const root = idsFrom([
    ...chunks.filter((chunk) => isRoot(chunk) || isEntry(chunk)),
    ...pageless.flatMap((route) => [route, ...partsOf(route)]),
  ]);
  return routes
    .toSorted((a, b) => Number(isRoot(b)) - Number(isRoot(a)))
    .map((chunk) => {
      const own = idsFrom([chunk, ...partsOf(chunk)]);
      const ids = isRoot(chunk) ? [...root] : [...own].filter((id) => !root.has(id));
      return { module: `/${chunk.fileName}`, name: chunk.name, ids: ids.sort() };
    });
}
