import { expect, test } from "vitest";
import { storeLast } from "~/features/grid/entry-cache";

test("keeps the values that were written last", () => {
  const values = new Map<string, number>();
  for (const [at, key] of ["a", "b", "a", "c"].entries()) storeLast(values, key, at, 2);
  expect([...values]).toEqual([
    ["a", 2],
    ["c", 3],
  ]);
});
