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

const EXACT = "of a %s is exact when sixteen requests meet its end";
/** Each quota's message without its last sentence, and its limit's test: a file of `tests/workers` and a title. */
const expected: Record<QuotaName, [message: string, file: string, title: string]> = {
  posts: ["You can share 100 posts in 24 hours.", "quotas.test.ts", EXACT],
  comments: ["You can write 500 comments in 24 hours.", "quotas.test.ts", EXACT],
  uploads: [
    "You can upload 200 files in 24 hours.",
    "quotas.test.ts",
    "is used by photos of the call, of posts and of profiles, and by files of messages",
  ],
  uploadSize: ["You can upload 500 MB in 24 hours.", "quotas.test.ts", "counts the bytes too"],
  messages: [
    "You can send 50 messages in 24 hours to a connection who has not answered.",
    "quotas.test.ts",
    "ends when the other member answers or a day later",
  ],
  requests: [
    "You can send 100 connection requests in 24 hours.",
    "connections.test.ts",
    "allow a new account 30 requests in 24 hours, and count none of them while rate limits are off",
  ],
  reports: [
    "You can send 50 reports in 24 hours.",
    "../attacks/drown-the-moderators.test.ts",
    "ends at the quota of the day, also at once, and beyond it copies no photo",
  ],
  aiUses: [
    "You can make 100 images in 24 hours.",
    "studio.test.ts",
    "is a hundred in 24 hours without failed uses",
  ],
  translations: [
    "You can translate 100 texts in 24 hours.",
    "translate.test.ts",
    "is refused beyond the quota of the day, before a model runs",
  ],
};
const RETRY = "Please try again in 3 hours.";

test("docs/product.md#quotas lists every quota with both its values", () => {
  expect(tableAt("quotas").map(([, full, low]) => [full, low])).toEqual(
    names.map((name) => {
      const unit = name === "uploadSize" ? " MB" : "";
      const { full, low } = quotas[name];
      return [`${full}${unit}`, `${low}${unit}`];
    }),
  );
});

test.each(names)("the message of the quota %s names the limit, and when it opens again", (name) => {
  expect(inEnglish(quotaText(name, "full", THREE_HOURS))).toBe(`${expected[name][0]} ${RETRY}`);
});

test("docs/product.md#ceilings lists every ceiling with its value", () => {
  expect(tableAt("ceilings").map(([, most]) => most)).toEqual(
    ceilingNames.map((name) => ceilings[name].most.toLocaleString("en")),
  );
});

test.each([
  ["uploads", "Uploads have", "Uploads are"],
  ["aiUses", "The AI tools have", "The AI tools are"],
] as const)(
  "the messages of the ceiling %s say that it is reached, and that it is switched off",
  (name, have, are) => {
    expect(inEnglish(ceilingText(name, THREE_HOURS))).toBe(
      `${have} reached today's limit for everybody. ${RETRY}`,
    );
    expect(inEnglish(switchedOffText(name))).toBe(
      `${are} switched off at the moment. Please try again later.`,
    );
  },
);

test.each([
  ...names.map((name) => [name, ...expected[name].slice(1)]),
  ...ceilingNames.map((name) => [
    name,
    "ceilings.test.ts",
    "is exact for all members together, also while rate limits are off",
  ]),
])("the limit of %s has a test", (_, file, title) => {
  const tests = readFileSync(new URL(`../../workers/${file}`, import.meta.url), "utf8");
  expect(tests).toContain(`"${title}"`);
});

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
