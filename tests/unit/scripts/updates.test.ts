import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";
import { heldBackIn, newestOfAll, updatesOf } from "../../../scripts/updates";

test("raises outdated packages, except for those held back, and lowers none", () => {
  const outdated = {
    sharp: { current: "0.35.2", latest: "0.35.5" },
    wrangler: { current: "4.116.0", latest: "4.164.0" },
    // Its tag `latest` is on an older line.
    "@react-router/dev": { current: "8.4.0", latest: "7.18.4" },
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

test("raises packages that belong together to the newest release that all of them have", () => {
  const lists = [
    ["26.9.0", "26.10.0", "26.12.1", "27.0.0-rc.1"],
    ["26.10.0", "26.9.0", "27.0.0-rc.1"],
    ["26.9.0", "26.10.0", "26.12.0"],
  ];
  expect(newestOfAll(lists)).toBe("26.10.0");
  expect(newestOfAll([["1.0.0"], ["2.0.0"]])).toBeUndefined();
});
