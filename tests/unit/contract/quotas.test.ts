import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inEnglish } from "~/contract/messages";
import {
  ceilingNames,
  ceilings,
  ceilingText,
  type QuotaName,
  quotas,
  quotaText,
  retryText,
  switchedOffText,
} from "~/contract/quotas";

const document = readFileSync(new URL("../../../docs/product.md", import.meta.url), "utf8");
// The keys of a const object are those of its type.
const names = Object.keys(quotas) as QuotaName[];

/** Returns the rows of the first table after an anchor of docs/product.md. */
function tableAt(anchor: string): string[][] {
  const table = document
    .split(`<a id="${anchor}"></a>`)[1]
    ?.split("\n\n")
    .find((part) => part.startsWith("|"));
  const rows = table?.split("\n").slice(2) ?? [];
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const THREE_HOURS = 3 * 60 * 60_000;

test("docs/product.md#quotas lists every quota, both its values and its message", () => {
  expect(tableAt("quotas").map(([, full, low, text]) => [full, low, text])).toEqual(
    names.map((name) => {
      const unit = name === "uploadSize" ? " MB" : "";
      const { full, low } = quotas[name];
      return [`${full}${unit}`, `${low}${unit}`, `"${inEnglish(quotaText(name, "full", THREE_HOURS))}"`];
    }),
  );
});

test("docs/product.md#ceilings lists every ceiling with its value and messages", () => {
  expect(tableAt("ceilings").map((row) => row.slice(1, 4))).toEqual(
    ceilingNames.map((name) => [
      ceilings[name].most.toLocaleString("en"),
      `"${inEnglish(ceilingText(name, THREE_HOURS))}"`,
      `"${inEnglish(switchedOffText(name))}"`,
    ]),
  );
});

test.each([...tableAt("quotas"), ...tableAt("ceilings")])(
  "the limit of %s has a test, which docs/product.md names",
  (...cells) => {
    const [, file = "", title = ""] = /^`(.+)`: "(.+)"$/.exec(cells.at(-1) ?? "") ?? [];
    const tests = readFileSync(new URL(`../../workers/${file}`, import.meta.url), "utf8");
    expect(tests).toContain(`"${title}"`);
  },
);

test("a quota is lower for a new account, and its message says so", () => {
  for (const name of names) expect(quotas[name].low).toBeLessThan(quotas[name].full);
  expect(inEnglish(quotaText("posts", "new", 60_000))).toBe(
    "While your account is new, you can share 20 posts in 24 hours. Please try again in a minute.",
  );
});

test.each([
  [0, "in a minute"],
  [60_000, "in a minute"],
  [60_001, "in 2 minutes"],
  [3_600_000, "in 60 minutes"],
  [3_600_001, "in 2 hours"],
  [86_400_000, "in 24 hours"],
])("a limit that opens in %i ms says when", (wait, words) => {
  expect(inEnglish(retryText(wait))).toBe(`Please try again ${words}.`);
});
