import path from "node:path";
import { build } from "esbuild";
import { projectRoot } from "./local-state";

/** Bundles a Worker that is not part of the site. @param entry its file, from the project's root @returns its code */
export async function bundleWorker(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(projectRoot, entry)],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2023",
    conditions: ["workerd", "worker"],
    external: ["node:*"],
  });
  return outputFiles[0]?.text ?? "";
}
