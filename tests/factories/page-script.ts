import path from "node:path";
import { build } from "esbuild";
import { projectRoot } from "../../scripts/local-state";
import { compiledTexts } from "../../scripts/texts/esbuild";

/** Returns a module of the project with its imports as one script for a page. @param entry its path in the project */
export async function pageScript(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(projectRoot, entry)],
    bundle: true,
    write: false,
    format: "iife",
    jsx: "automatic",
    alias: { "~": path.join(projectRoot, "app") },
    // A decoder that the photos of tests do not need, in a form that Vite builds.
    external: ["*/decode-heic.client"],
    plugins: [compiledTexts],
  });
  return outputFiles[0]?.text ?? "";
}
