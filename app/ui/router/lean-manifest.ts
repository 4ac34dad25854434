import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const BEGIN = "window.__reactRouterManifest=";

interface Manifest {
  entry: { imports: string[] };
  routes: Record<string, { imports?: string[]; css: string[] }>;
}

/**
 * Removes the files that each route's module imports from the routes that every page loads: half of them. A document
 * names those of its own routes, from the server's copy, and a module itself names its imports.
 * @param folder the browser's build
 * @throws when a route has styles that the root does not have
 */
export function leanManifest(folder: string): void {
  const assets = path.join(folder, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-[0-9a-f]{8}\.js$/.test(file));
  if (!name) throw new Error(`There is no manifest of routes in ${assets}.`);
  const file = path.join(assets, name);
  const text = readFileSync(file, "utf8");
  if (!text.startsWith(BEGIN)) throw new Error(`${file} begins in another way.`);
  const manifest: Manifest = JSON.parse(text.slice(BEGIN.length).replace(/;$/, ""));
  manifest.entry.imports = [];
  const styles = new Set(manifest.routes.root?.css);
  for (const [id, route] of Object.entries(manifest.routes)) {
    delete route.imports;
    if (route.css.some((file) => !styles.has(file)))
      throw new Error(`${id} has styles of its own, whose loading app/ui/router/lean-router.ts leaves out.`);
  }
  writeFileSync(file, `${BEGIN}${JSON.stringify(manifest)};`);
}
