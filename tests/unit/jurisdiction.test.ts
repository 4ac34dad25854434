import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";
import { jurisdictionOf } from "../../workers/jurisdiction";

test.each([
  ["eu", "eu"],
  ["", null],
  [undefined, null],
])("the jurisdiction of %j is %j", (name, jurisdiction) => {
  expect(jurisdictionOf(name === undefined ? {} : { AFTERGLOW_JURISDICTION: name })).toBe(jurisdiction);
});

test("another jurisdiction is refused", () => {
  expect(() => jurisdictionOf({ AFTERGLOW_JURISDICTION: "mars" })).toThrow(
    "AFTERGLOW_JURISDICTION must be one of eu, fedramp.",
  );
});

test("one function addresses hubs", () => {
  const files = readdirSync(path.join(projectRoot, "workers"), { recursive: true, encoding: "utf8" });
  const addressing = files.filter(
    (name) =>
      name.endsWith(".ts") &&
      /\.(getByName|idFromName|idFromString|newUniqueId)\(/.test(
        readFileSync(path.join(projectRoot, "workers", name), "utf8"),
      ),
  );
  expect(addressing).toEqual(["hub/call-hub.ts"]);
});
