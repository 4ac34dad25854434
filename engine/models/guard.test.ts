import { describe, expect, test } from "vitest";
import { classifyPrompt } from "./guard";

describe("the word list", () => {
  test.each(["a cat in the snow", "a mole-rat's burrow", "the assassin's cape", "Essex at dawn"])(
    "lets %j pass",
    (prompt) => expect(classifyPrompt(prompt)).toBe("safe"),
  );
  test.each([
    ["nude portrait", "unsafe\nS12"],
    ["a beheading, gore", "unsafe\nS1"],
    ["swastika flag", "unsafe\nS10"],
  ])("stops %j", (prompt, verdict) => expect(classifyPrompt(prompt)).toBe(verdict));
});
