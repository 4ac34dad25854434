import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import { compileTexts, hasTexts } from "./plugin";

/** Compiles the texts of the app's modules, as Vite's plugin does. */
export const compiledTexts: Plugin = {
  name: "texts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]app[\\/].*\.tsx?$/ }, async ({ path: file }) => {
      const code = await readFile(file, "utf8");
      return hasTexts(code) ? { contents: (await compileTexts(code, file)).code, loader: "jsx" } : null;
    }),
};
