import { expect, test } from "vitest";
import { calls } from "~/contract/calls";

const areas = import.meta.glob<Record<string, unknown>>("../../app/contract/calls/*.ts", { eager: true });

test("the table has every call of every area, and no area replaces another's call of the same name", () => {
  const names = Object.values(areas)
    .flatMap((area) => Object.entries(area))
    .filter(([name]) => name.endsWith("Calls"))
    .flatMap(([, part]) => Object.keys(part as object));
  expect(names.toSorted()).toEqual(Object.keys(calls).toSorted());
});
