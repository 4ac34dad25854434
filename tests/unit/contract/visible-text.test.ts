import { describe, expect, test } from "vitest";
import { cleanLine, cleanText, isBlank, visibleLength } from "~/contract/visible-text";

describe("a text without a visible character", () => {
  test.each([
    "",
    " \n\t\u00a0\u3000",
    "\u200b",
    "\u200c\u200d\u2060\ufeff",
    "\u00ad\u034f\u061c\u180e",
    "\u3164\u115f\uffa0",
    "\ufe0f\u{e0041}",
    "\u0000\u0007\u0085",
    "\u202e\u2066",
    "\u2800",
  ])("is empty: %j", (text) => {
    expect([isBlank(text), cleanText(text), cleanLine(text)]).toEqual([true, "", ""]);
  });
});

describe("a text", () => {
  test.each([
    [
      "a family and a flag",
      "👩\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ❤\ufe0f",
    ],
    ["Persian and Hindi", "می\u200cخواهم क्\u200dष"],
    ["Thai and Khmer with zero-width spaces", "ภาษา\u200bไทย"],
    ["Hebrew with marks of direction", "שלום\u200f (abc)\u200e"],
    ["lines and tabs", "one\n\ttwo"],
    ["an old Hangul syllable", "\u115f\u1161x"],
  ])("keeps %s", (_, text) => {
    expect(cleanText(text)).toBe(text);
  });

  test.each([
    ["a\u0000b\u0007c\u0085d", "abcd", "abc d"],
    ["a\u202eb\u202c \u2067c\u2069", "ab c", "ab c"],
    ["one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\u2028four", "one two three four"],
  ])("loses control characters and bidirectional formatting: %j", (text, cleaned, line) => {
    expect([cleanText(text), cleanLine(text)]).toEqual([cleaned, line]);
  });

  test("counts visible characters by code point", () => {
    expect([visibleLength("a\u200b 👩"), visibleLength("\u200bA")]).toEqual([2, 1]);
  });
});
