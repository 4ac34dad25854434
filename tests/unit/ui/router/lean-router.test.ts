import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fontPreloads } from "~/ui/font-preloads";
import { unusedParts } from "~/ui/router/lean-router";
import config from "../../../../react-router.config";
import { projectRoot } from "../../../../scripts/local-state";

const parts = Object.entries(unusedParts).map(([part, names]) => {
  const folder = path.join(projectRoot, "node_modules/react-router/dist/production/lib");
  return { names, code: readFileSync(path.join(folder, `${part}.js`), "utf8") };
});

test("the app sets none of the options of React Router whose code its scripts leave out", () => {
  expect(config).toMatchObject({ ssr: true, routeDiscovery: { mode: "initial" } });
  expect(config).not.toHaveProperty("future");
  const entry = readFileSync(path.join(projectRoot, "app/entry.client.tsx"), "utf8");
  expect(entry).toContain("<HydratedRouter />");
});

test("no link of the app prefetches a page, and only the root has links of its own", () => {
  const files = globSync("app/**/*.tsx", { cwd: projectRoot });
  const having = (part: RegExp) =>
    files.filter((file) => part.test(readFileSync(path.join(projectRoot, file), "utf8")));
  expect(having(/ prefetch=/)).toEqual([]);
  expect(having(/export (const|function) links\b/)).toEqual([path.join("app", "root.tsx")]);
  for (const link of fontPreloads) expect(link).not.toHaveProperty("page");
});

test("the modules that the scripts leave out export only functions and classes, and one context of the server", () => {
  for (const { code } of parts.filter(({ names }) => names === "all")) {
    const [, names = ""] = /export \{([^}]*)\};?\s*$/.exec(code) ?? [];
    const others = (names.match(/\w+/g) ?? []).filter(
      (name) => !new RegExp(`(function ${name}\\(|var ${name} = class)`).test(code),
    );
    expect(
      others.filter((name) => !["URL_LIMIT", "instrumentationResultMetaContext"].includes(name)),
    ).toEqual([]);
  }
});
