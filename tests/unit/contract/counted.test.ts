import { expect, test } from "vitest";
import { counted } from "~/contract/counted";

test.each([
  [0, "0 likes"],
  [1, "1 like"],
  [999, "999 likes"],
  [1204, "1,204 likes"],
  [1234567, "1,234,567 likes"],
])("writes %i with its noun, in English digits", (count, label) => {
  expect(counted(count, "like")).toBe(label);
});

test("takes a plural of its own", () => {
  expect([1, 2].map((count) => counted(count, "reply", "replies"))).toEqual(["1 reply", "2 replies"]);
});
