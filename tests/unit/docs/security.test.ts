import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";

/** The test files by their names without folder and extension. */
const tests = new Set(
  ["tests", "engine"].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" }).flatMap(
      (file) => /([\w-]+)\.(?:workers\.test|test|e2e)\.ts$/.exec(file)?.[1] ?? [],
    ),
  ),
);

/** The rows of the tables whose last column names tests, each as its cells. */
function rowsOfTests(): string[][] {
  const text = readFileSync(path.join(projectRoot, "docs/security.md"), "utf8");
  const tables = text.match(/(?:^\|.*\n)+/gm) ?? [];
  return tables.flatMap((table) => {
    const [head = [], , ...rows] = table
      .trim()
      .split("\n")
      .map((line) =>
        line
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim()),
      );
    return /^tests?$/.test(head.at(-1) ?? "") ? rows : [];
  });
}

test("docs/security.md names tests that exist, one for each threat, and every file of tests/attacks", () => {
  const rows = rowsOfTests();
  expect(rows.length).toBeGreaterThan(60);
  const all = new Set<string>();
  for (const row of rows) {
    const named = (row.at(-1) ?? "").split(", ").filter(Boolean);
    expect(named, row.join(" | ")).not.toEqual([]);
    expect(
      named.filter((name) => !tests.has(name)),
      row.join(" | "),
    ).toEqual([]);
    for (const name of named) all.add(name);
  }
  const attacks = readdirSync(path.join(projectRoot, "tests/attacks")).flatMap(
    (file) => /^([\w-]+)\.test\.ts$/.exec(file)?.[1] ?? [],
  );
  expect(attacks.filter((name) => !all.has(name))).toEqual([]);
});
