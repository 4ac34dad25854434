import { expect, test } from "vitest";
import { csvOf } from "~/contract/csv";

test("lines are CSV", () => {
  expect(
    csvOf([
      ["day", "a"],
      ["2026-11-27", 12],
      ['a "b", c', null],
    ]),
  ).toBe('day,a\r\n2026-11-27,12\r\n"a ""b"", c",\r\n');
});

test.each(["=1+1", "+1", "-1", "@a", "\t=1", "\r=1"])("%j is no formula", (text) => {
  expect(csvOf([[text]])).toMatch(/^"?'/);
});

test("a negative number stays a number", () => {
  expect(csvOf([[-1]])).toBe("-1\r\n");
});
