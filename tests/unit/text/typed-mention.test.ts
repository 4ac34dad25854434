import { describe, expect, test } from "vitest";
import type { UserSummary } from "~/contract/accounts";
import { isNamed, mentionable, typedMention } from "~/features/text/typed-mention";

/** Returns the query at the caret, which `|` marks, and the part of the text that a choice replaces. */
function at(marked: string): [query: string, replaced: string] | null {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  const mention = typedMention(text, caret);
  return mention && [mention.query, text.slice(mention.start, mention.end)];
}

const member = (username: string, fullName = "Somebody Else"): UserSummary => ({
  id: username,
  username,
  fullName,
  profileImage: null,
});

describe("a mention that is typed", () => {
  test.each([
    ["@m|", "m", "@m"],
    ["With @mira|", "mira", "@mira"],
    ["With @mi|ra and others", "mi", "@mira"],
    ["With @mira|.", "mira", "@mira"],
    ["With @mira.|", "mira.", "@mira."],
    ["(@mira|)", "mira", "@mira"],
    ["line\n@mira_1.b|", "mira_1.b", "@mira_1.b"],
    ["@mira @no|", "no", "@no"],
    ["مع @mi|", "mi", "@mi"],
    ["@محم|", "محم", "@محم"],
    ["@José|", "José", "@José"],
    ["@७|", "७", "@७"],
    ["😀@mi|", "mi", "@mi"],
    [`${"x".repeat(100_000)} @mi|`, "mi", "@mi"],
    [`@${"m".repeat(30)}|`, "m".repeat(30), `@${"m".repeat(30)}`],
  ])("%j has the query %j", (text, query, replaced) => {
    expect(at(text)).toEqual([query, replaced]);
  });

  test.each([
    ["|@mira"],
    ["@|"],
    ["@.|"],
    ["@|mira"],
    ["@ mira|"],
    ["mira@example|"],
    ["mail mira@ex|"],
    ["é@mi|"],
    ["é@mi|"],
    ["a/@mi|"],
    ["#@mi|"],
    ["@@mi|"],
    ["@mira |"],
    ["@mira-b|"],
    [`@${"m".repeat(31)}|`],
    ["|"],
  ])("%j has none", (text) => {
    expect(at(text)).toBeNull();
  });
});

test.each([
  ["am", "amara", "Ó Brien"],
  ["o b", "amara", "Ó Brien"],
  ["bri", "amara", "Ó Brien"],
  ["BRI", "amara", "Ó Brien"],
  ["lind", "amara.lind", "Somebody"],
  ["lind", "amara_lind", "Somebody"],
  ["محم", "amara", "علي مُحَمَّد"],
])("the query %j names %s, %s", (query, username, fullName) => {
  expect(isNamed(member(username, fullName), query)).toBe(true);
});

test.each([["mara"], ["rien"], ["x"]])("the query %j does not name amara, Ó Brien", (query) => {
  expect(isNamed(member("amara", "Ó Brien"), query)).toBe(false);
});

describe("the listed members", () => {
  const connections = [member("mira"), member("mona", "Mona Reed"), member("zoe", "Zoe Mirren")];
  const names = (query: string, found: { query: string; users: UserSummary[] }, max = 8) =>
    mentionable(query, connections, found, max).map(({ username }) => username);

  test("are the connections that match before a search", () => {
    expect(names("m", { query: "", users: [] })).toEqual(["mira", "mona", "zoe"]);
    expect(names("mi", { query: "", users: [] })).toEqual(["mira", "zoe"]);
    expect(names("x", { query: "", users: [] })).toEqual([]);
  });

  test("are connections first, then others, each once, at most as many as asked for", () => {
    const users = [member("miro"), member("mira"), member("amina"), member("mona", "Mona Reed")];
    expect(names("mi", { query: "mi", users })).toEqual(["mira", "zoe", "mona", "miro", "amina"]);
    expect(names("mi", { query: "mi", users }, 2)).toEqual(["mira", "zoe"]);
  });

  test("are those of an earlier search that match, until the next reply", () => {
    const users = [member("miro"), member("mina"), member("amiro")];
    expect(names("mir", { query: "mi", users })).toEqual(["mira", "zoe", "miro"]);
  });

  test("are none when the only one has the name that was typed", () => {
    expect(names("Mira", { query: "", users: [] })).toEqual([]);
    expect(names("mira", { query: "mira", users: [member("mira"), member("mira.j")] })).toEqual([
      "mira",
      "mira.j",
    ]);
  });
});
