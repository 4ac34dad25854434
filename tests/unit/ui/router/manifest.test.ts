import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, type EntryContext, Scripts, ServerRouter } from "react-router";
import { expect, test } from "vitest";
import { leanManifest } from "~/ui/router/lean-manifest";
import { importsOf, modulesOf, withoutImports } from "~/ui/router/manifest";
import { projectRoot } from "../../../../scripts/local-state";

const route = { id: "root", path: "/", module: "/root.js", imports: ["/shared.js"], css: [] };
const manifest = {
  entry: { module: "/entry.js", imports: ["/react.js", "/shared.js"] },
  routes: { root: route },
  url: "/manifest.js",
  version: "1",
};

/** Returns what React Router gives the server's entry for "/". */
async function entryOf(): Promise<EntryContext> {
  const { query } = createStaticHandler([{ id: "root", path: "/" }]);
  const staticHandlerContext = await query(new Request("https://afterglow.test/"));
  // The parts that rendering scripts needs.
  return {
    manifest,
    staticHandlerContext,
    routeModules: { root: { default: () => createElement(Scripts) } },
    routeDiscovery: { mode: "initial" },
    future: {},
    ssr: true,
    isSpaMode: false,
    serverHandoffString: "{}",
    renderMeta: {},
  } as unknown as EntryContext;
}

const preloadsIn = (context: EntryContext) => {
  const html = renderToString(createElement(ServerRouter, { context, url: "https://afterglow.test/" }));
  return [...html.matchAll(/<link[^>]* href="([^"]+)"/g)].map(([, href]) => href);
};

test("React Router preloads a page's modules, and without their imports in its manifest nothing else", async () => {
  const entry = await entryOf();
  expect(modulesOf(entry)).toEqual(["/root.js"]);
  expect(importsOf(entry)).toEqual(["/react.js", "/shared.js"]);
  const lean = withoutImports(entry.manifest);
  expect(preloadsIn(entry).toSorted()).toEqual([
    "/entry.js",
    "/manifest.js",
    "/react.js",
    "/root.js",
    "/shared.js",
  ]);
  expect(preloadsIn({ ...entry, manifest: lean }).toSorted()).toEqual([
    "/entry.js",
    "/manifest.js",
    "/root.js",
  ]);
  expect(withoutImports(entry.manifest)).toBe(lean);
});

test("leaves the imports out of the browser's manifest, in the form in which React Router's build writes it", () => {
  const build = readFileSync(path.join(projectRoot, "node_modules/@react-router/dev/dist/vite.js"), "utf8");
  expect(build).toContain("`window.__reactRouterManifest=${JSON.stringify(");
  const folder = mkdtempSync(path.join(tmpdir(), "afterglow-manifest-"));
  const file = path.join(folder, "assets/manifest-0123abcd.js");
  mkdirSync(path.dirname(file));
  writeFileSync(file, `window.__reactRouterManifest=${JSON.stringify(manifest)};`);
  leanManifest(folder);
  const { imports: _, ...root } = route;
  const text = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  expect(JSON.parse(text.replace(/^window\.__reactRouterManifest=|;$/g, ""))).toEqual({
    ...manifest,
    entry: { module: "/entry.js", imports: [] },
    routes: { root },
  });
});
