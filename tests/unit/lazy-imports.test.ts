import { expect, test } from "vitest";
import { lazyImports, staticImports } from "../lazy-imports";

test("every dynamic import of the app is repeated after a failure", () => {
  const imports = lazyImports();
  expect(imports.length).toBeGreaterThan(0);
  const plain = imports.filter(
    ({ name, code }) => !new RegExp(`(lazyPart|retryImport)\\(\\(\\) => import\\("${name}"\\)`).test(code),
  );
  expect(plain.map(({ file, name }) => `${file} → ${name}`)).toEqual([]);
});

test("no module of a dynamic import is imported statically too, as its chunk would rename its exports", () => {
  const modules = new Set(lazyImports().map(({ module }) => module));
  const twice = staticImports().filter(({ module }) => modules.has(module));
  expect(twice.map(({ file, name }) => `${file} → ${name}`)).toEqual([]);
});

test("the Worker's build leaves out the modules that only browsers load: their names end in `.client`", () => {
  const modules = lazyImports().map(({ module }) => module);
  const others = modules.filter((module) => !module.endsWith(".client"));
  // The page that the server renders too, and schemas that the Worker imports statically.
  expect(others.sort()).toEqual(["app/contract/ai", "app/features/pages/lazy-not-found"]);
});
