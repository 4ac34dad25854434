import { expect, test } from "vitest";
import { inEnglish, ruleMessage, ruleText } from "~/contract/messages";

const descriptor = { id: "x1", message: "{count} of {max}: {count}", values: { count: 3, max: 10 } };

test("a message is in English with its values, and its id where no English is", () => {
  expect(inEnglish(descriptor)).toBe("3 of 10: 3");
  expect(inEnglish({ id: "x2", message: "" })).toBe("");
  expect(inEnglish({ id: "x3" })).toBe("x3");
});

test("the text of a rule names its message", () => {
  expect(ruleMessage(ruleText(descriptor))).toBe(descriptor);
  expect(ruleMessage("Another text")).toEqual({ id: "Another text", message: "Another text" });
});
