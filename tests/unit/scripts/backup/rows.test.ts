import { expect, test } from "vitest";
import { rowsIn } from "../../../../scripts/backup/rows";

const result = (...results: object[]) =>
  JSON.stringify([{ results: [] }, { results, success: true }], null, 2);

test.each([
  ["alone", result({ a: 1 })],
  ["after a warning in brackets", `▲ [WARNING] Old\n[custom build] Done [1/2]\n${result({ a: 1 })}`],
  ["before progress", `${result({ a: 1 })}\n🌀 Executing [2 of 2]\n[done]\n`],
])("reads wrangler's rows %s", (_, output) => {
  expect(rowsIn(output)).toEqual([{ a: 1 }]);
});

test("knows an empty result from an output without one", () => {
  expect(rowsIn(result())).toEqual([]);
  for (const output of ["", "[WARNING] Nothing\n", '{"error": []}']) expect(rowsIn(output)).toBe(null);
});
