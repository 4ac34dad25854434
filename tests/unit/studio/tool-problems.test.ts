import { expect, test } from "vitest";
import { problemsOf } from "~/features/studio/run-tool";

test.each([
  ["ab ", "Please provide a detailed description of what you want to create."],
  ["🌅🌅", "Please provide a detailed description of what you want to create."],
  ["🌅🌅🌅", undefined],
  ["🌅".repeat(1000), undefined],
  ["🌅".repeat(1001), "The prompt is too long. Please keep it under 1000 characters."],
])("checks a prompt as the server does, in code points: %s", async (prompt, problem) => {
  expect((await problemsOf("generate", { prompt, source: null })).prompt).toBe(problem);
});

test("names the first broken rule of each field of an edit", async () => {
  expect(await problemsOf("edit", { prompt: " ", source: null })).toEqual({
    image: "Please upload an image first",
    prompt: "Please describe the changes you want.",
  });
  expect(await problemsOf("edit", { prompt: "Warmer", source: "/media/x" })).toEqual({});
});
