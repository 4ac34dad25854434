import type { EntryContext } from "react-router";

type Manifest = EntryContext["manifest"];
type Entry = Pick<EntryContext, "manifest" | "staticHandlerContext">;

const routesOf = ({ manifest, staticHandlerContext }: Entry) =>
  staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? []);

/** Returns the addresses of the modules of a page's routes. */
export function modulesOf(entry: Entry): string[] {
  return routesOf(entry).map(({ module }) => module);
}

/** Returns the addresses of the scripts that the modules of a page import. */
export function importsOf(entry: Entry): string[] {
  const imports = routesOf(entry).flatMap((route) => route.imports ?? []);
  return [...new Set([...entry.manifest.entry.imports, ...imports])];
}

const leanManifests = new WeakMap<Manifest, Manifest>();

/** Returns a manifest by which React Router preloads no imports: they compete with the first photo (app/root.tsx). */
export function withoutImports(manifest: Manifest): Manifest {
  const made = leanManifests.get(manifest);
  if (made) return made;
  const routes = Object.entries(manifest.routes).map(([id, route]) => [
    id,
    route && { ...route, imports: [] },
  ]);
  const lean = { ...manifest, entry: { ...manifest.entry, imports: [] }, routes: Object.fromEntries(routes) };
  leanManifests.set(manifest, lean);
  return lean;
}
