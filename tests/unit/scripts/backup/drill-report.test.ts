import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tableOf, withTable } from "../../../../scripts/drill/report";
import { projectRoot } from "../../../../scripts/local-state";

const document = readFileSync(path.join(projectRoot, "docs/deploy.md"), "utf8");
const steps = [
  { name: "first backup", seconds: 6.04, result: "12 rows" },
  { name: "restore", seconds: 9, result: "3 objects" },
];

test("the drill writes its steps between its markers, and nothing else", () => {
  const table = tableOf(steps, "2026-11-27");
  expect(table).toBe(
    "The drill of 2026-11-27:\n\n| step | seconds | result |\n| --- | --- | --- |\n| first backup | 6.0 | 12 rows |\n| restore | 9.0 | 3 objects |",
  );
  const written = withTable(document, table);
  expect(written).toContain(`-->\n${table}\n<!-- drill end -->`);
  expect(written.split("<!-- drill")[0]).toBe(document.split("<!-- drill")[0]);
  expect(written.split("drill end -->")[1]).toBe(document.split("drill end -->")[1]);
});

test("docs/deploy.md has the counts of a drill that restored what it had backed up", () => {
  const [, rows] = /second backup \| [\d.]+ \| \w+: (\d+) rows/.exec(document) ?? [];
  expect(Number(rows)).toBeGreaterThan(1000);
  expect(document).toMatch(
    new RegExp(`comparison \\| [\\d.]+ \\| ${rows} rows in \\d+ tables and \\d+ objects are equal`),
  );
});

test("a document without the markers is refused", () => {
  expect(() => withTable("# Deployment", "")).toThrow("has no place for the drill");
});
