import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";

interface LockedPackage {
  version?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(path.join(projectRoot, "package-lock.json"), "utf8"),
);

/** The folders in which Node looks for a dependency of the package at `location`, the nearest first. */
function lookupPath(location: string, dependency: string): string[] {
  const parents = location.split(/\/?node_modules\//).slice(1);
  const folders = parents.map((_, depth) =>
    parents
      .slice(0, depth + 1)
      .map((name) => `node_modules/${name}/`)
      .join(""),
  );
  return ["", ...folders].reverse().map((folder) => `${folder}node_modules/${dependency}`);
}

test("the lock file contains every optional platform package that it names", () => {
  const missing = Object.entries(lock.packages).flatMap(
    ([location, { version, optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name]) => !lookupPath(location, name).some((candidate) => candidate in lock.packages))
        .map(([name, range]) => `${location}@${version} needs ${name}@${range}`),
  );
  expect(missing).toEqual([]);
});

test("the lock file contains no registry addresses", () => {
  const resolved = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined);
  expect(resolved.map(([location]) => location)).toEqual([]);
});

test("finds a nested dependency before a hoisted one", () => {
  expect(lookupPath("node_modules/tsx/node_modules/esbuild", "@esbuild/linux-x64")).toEqual([
    "node_modules/tsx/node_modules/esbuild/node_modules/@esbuild/linux-x64",
    "node_modules/tsx/node_modules/@esbuild/linux-x64",
    "node_modules/@esbuild/linux-x64",
  ]);
});
