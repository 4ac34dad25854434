import { expect, test } from "vitest";
import { acceptedLanguage, languageFor, languages } from "~/contract/languages";

test.each([
  ["en", "en"],
  ["EN-gb", "en"],
  ["en-XA", "en"],
  ["", null],
  ["*", null],
  ["xx", null],
  ["english", null],
  ["__proto__", null],
])("the language for the tag %j is %j", (tag, code) => {
  expect(languageFor(tag)?.code ?? null).toBe(code);
});

test.each([
  ["", null],
  ["*", null],
  ["xx-YY, en;q=0.5", "en"],
  ["en;q=0", null],
  ["en; Q=0.1", "en"],
  ["en;q=2, xx", null],
  ["en;q=abc", null],
  [";;,,;q=1,", null],
  [`${"xx,".repeat(200)}en`, null],
])("a browser that sends %j gets %j", (header, code) => {
  expect(acceptedLanguage(header)?.code ?? null).toBe(code);
});

test("every language names itself", () => {
  for (const { code, name } of languages) expect(name, code).toMatch(/\S/);
});
