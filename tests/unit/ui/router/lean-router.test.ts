import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { unusedParts } from "~/ui/router/lean-router";
import config from "../../../../react-router.config";
import { projectRoot } from "../../../../scripts/local-state";

test("the app sets none of the options of React Router whose code its scripts leave out", () => {
  expect(config).toMatchObject({ routeDiscovery: { mode: "initial" } });
  expect(config).not.toHaveProperty("future");
  const entry = readFileSync(path.join(projectRoot, "app/entry.client.tsx"), "utf8");
  expect(entry).toContain("<HydratedRouter />");
});

test("the parts that the scripts leave out export only functions and classes, and one context of the server", () => {
  for (const part of unusedParts) {
    const folder = path.join(projectRoot, "node_modules/react-router/dist/production/lib");
    const code = readFileSync(path.join(folder, `${part}.js`), "utf8");
    const [, names = ""] = /export \{([^}]*)\};?\s*$/.exec(code) ?? [];
    const others = (names.match(/\w+/g) ?? []).filter(
      (name) => !new RegExp(`(function ${name}\\(|var ${name} = class)`).test(code),
    );
    expect(
      others.filter((name) => !["URL_LIMIT", "instrumentationResultMetaContext"].includes(name)),
    ).toEqual([]);
  }
});
