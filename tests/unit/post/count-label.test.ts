import { expect, test } from "vitest";
import { countLabel } from "~/features/post/count-label";

test.each([
  [0, "0 likes"],
  [1, "1 like"],
  [999, "999 likes"],
  [1204, "1,204 likes"],
  [1234567, "1,234,567 likes"],
])("writes %i with its noun, in English digits", (count, label) => {
  expect(countLabel(count, "like")).toBe(label);
});
