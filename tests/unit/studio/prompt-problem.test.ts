import { expect, test } from "vitest";
import { promptProblem } from "~/features/studio/run-tool";

test.each([
  ["ab ", "Please provide a detailed description of what you want to create."],
  ["🌅🌅", "Please provide a detailed description of what you want to create."],
  ["🌅🌅🌅", null],
  ["🌅".repeat(1000), null],
  ["🌅".repeat(1001), "The prompt is too long. Please keep it under 1000 characters."],
])("counts a prompt's length in code points, as the server does: %s", (prompt, problem) => {
  expect(promptProblem("generate", prompt)).toBe(problem);
});
