import { expect, it } from "vitest";
import { excerptOf } from "~/features/chat/excerpt";

const LEAD_IN = "We walked along the whole beach, and then we found";

it.each([
  ["a word near the start", "A café by the sea", "cafe", "A café by the sea"],
  ["a word with an accent", `${LEAD_IN} a Café there`, "cafe", "… and then we found a Café there"],
  [
    "a word without the accent of the query",
    `${LEAD_IN} a cafe there`,
    "café now",
    "… and then we found a cafe there",
  ],
  ["a word in quotation marks", `${LEAD_IN} the “Harbour”`, "harbour", "… and then we found the “Harbour”"],
  ["a text without spaces", `${"海".repeat(40)}夕日の港`, "夕日", "… 夕日の港"],
  ["no word", LEAD_IN, "storm", LEAD_IN],
])("starts a little before %s", (_, content, query, excerpt) => {
  expect(excerptOf(content, query)).toBe(excerpt);
});
