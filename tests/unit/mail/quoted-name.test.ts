import { expect, test } from "vitest";
import { QUOTED_NAME_MAX } from "~/contract/mail-limits";
import { greeting } from "~/domain/mail/account-letters";
import { quotedName, quotedUsername } from "~/domain/mail/quoted-name";
import { english } from "../../factories/english";

test.each([
  "Prize! https://evil.example/claim",
  "Prize! evil.example",
  "www.evil",
  "evil。example",
  "ｅｖｉｌ．ｅｘａｍｐｌｅ",
  "ev\u00adil.exa\u200bmple",
  "claim@evil.example",
  "mailto:claim",
  "claim at evil/now",
  "xn--80ak6aa92e.com",
  "мир.рф",
])("the name %j is not quoted: a mail program would make a link of it", (name) => {
  expect(quotedName(name)).toBeNull();
  expect(greeting(english, name)).toEqual({ text: "Hello," });
});

test.each([
  ["Ada Lovelace", "Ada Lovelace"],
  ["J. R. R. Tolkien", "J. R. R. Tolkien"],
  ["J.R.R. Tolkien", "J.R.R. Tolkien"],
  ["Martin Luther King Jr.", "Martin Luther King Jr."],
  ["Zoë O’Neill-Smith", "Zoë O’Neill-Smith"],
  ["عائشة", "عائشة"],
  ["Ada \u202Eecalevol\u202C\u200F\r\nBcc: x", "Ada ecalevol Bcc: x"],
])("the name %j is quoted as one line, without controls and marks of direction", (name, quoted) => {
  expect(quotedName(name)).toBe(quoted);
});

test("a long name is cut, and a blank one is none", () => {
  expect(quotedName("a".repeat(100))).toBe(`${"a".repeat(QUOTED_NAME_MAX)}…`);
  expect(quotedName("\u200b\u2060 ")).toBeNull();
});

test("a username like a domain is no link, and reads the same", () => {
  const quoted = quotedUsername("evil.example");
  expect(quoted).not.toContain("evil.example");
  expect(quoted.replace(/\p{Cf}/gu, "")).toBe("evil.example");
});
