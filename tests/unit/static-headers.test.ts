import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";
import { sharedHeaders } from "../../workers/middleware/security-headers";

test("static files have the headers that every reply of the Worker has", () => {
  const [, block = ""] =
    /^\/\*\n((?: {2}.*\n)+)/.exec(readFileSync(path.join(projectRoot, "public/_headers"), "utf8")) ?? [];
  const lines = block
    .trim()
    .split("\n")
    .map((line) => line.trim().split(": "));
  expect(Object.fromEntries(lines)).toEqual(sharedHeaders);
});
