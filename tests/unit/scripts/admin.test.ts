import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { rowsIn } from "../../../scripts/admin/rows";
import { removableNamed, useCases } from "../../../scripts/admin/use-cases";
import { productionConfig } from "../../../scripts/local-state";

const folder = mkdtempSync(path.join(tmpdir(), "afterglow-admin-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

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

test("refuses a file that exists, before anything is read or logged", async () => {
  const config = unstable_readConfig({ config: productionConfig }, { hideWarnings: true });
  const run = useCases.export?.(["ada", folder], config, { remote: false, "dry-run": false });
  await expect(run).rejects.toThrow(`${folder} exists already.`);
});

test("takes a post by its address or path, and anything else as a report", () => {
  for (const address of ["https://photos.example.com/post/p1?x=1#c", "/post/p1"])
    expect(removableNamed(address)).toEqual({ postId: "p1" });
  expect(removableNamed("r1")).toEqual({ reportId: "r1" });
});
