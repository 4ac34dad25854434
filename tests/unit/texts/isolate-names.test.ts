import { expect, test } from "vitest";
import { isolateNames } from "../../../scripts/texts/isolate-names";

test("isolates names, also in alternatives, and nothing else", () => {
  expect(isolateNames("text")).toBe("text");
  expect(isolateNames(["تم كتم ", ["username"], "."])).toEqual([
    "تم كتم ",
    "\u2068",
    ["username"],
    "\u2069",
    ".",
  ]);
  const number = ["#", ["count", "number"]];
  expect(
    isolateNames([["count", "plural", { offset: 1, one: [["member"]], other: number }], ["max"]]),
  ).toEqual([
    ["count", "plural", { offset: 1, one: ["\u2068", ["member"], "\u2069"], other: number }],
    ["max"],
  ]);
});
