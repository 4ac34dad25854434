import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";
import { heldBackIn, updatesOf } from "../../../scripts/updates";

test("raises outdated packages, except for those held back", () => {
  const outdated = {
    sharp: { current: "0.35.2", latest: "0.35.5" },
    wrangler: { current: "4.116.0", latest: "4.164.0" },
  };
  expect(updatesOf(outdated, new Map([["wrangler", "a beta"]]))).toEqual({
    raised: ["sharp@0.35.5"],
    held: ["wrangler stays 4.116.0, not 4.164.0: a beta"],
  });
});

test("reads the packages that docs/dependencies.md holds back, and no others", () => {
  const document = readFileSync(path.join(projectRoot, "docs/dependencies.md"), "utf8");
  const heldBack = heldBackIn(document);
  expect(heldBack.get("wrangler")).toContain("miniflare 5");
  expect([...heldBack.keys()]).not.toContain("react");
});
