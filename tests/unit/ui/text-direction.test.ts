import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../../scripts/local-state";

/** The components, without comments, by path. */
const components = readdirSync(path.join(projectRoot, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => {
    const text = readFileSync(path.join(projectRoot, "app", name), "utf8");
    return [name, text.replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, "")] as const;
  });

/** Classes of Tailwind that name a side of the screen instead of the start or the end of a line. */
const physicalClass =
  /(?<=[\s"'`:!-])(?:(?:(?:scroll-)?[mp][lr]|left|right|rounded-[tb]?[lr])-[\d[(a-z][\w.[\]()%-]*|(?:rounded|border)-[lr](?![\w-])|border-[lr]-[\w-]+|(?:text|float)-(?:left|right)\b)/g;

it("components name the start and the end of a line, not left and right", () => {
  const found = components.flatMap(([name, text]) =>
    [...text.matchAll(/"[^"\n]*"|`[^`]*`/g)].flatMap(([quoted]) =>
      [...quoted.matchAll(physicalClass)].map(([match]) => `${name}: ${match}`),
    ),
  );
  expect(found).toEqual([]);
});

it("every text field of a page takes its direction from its text", () => {
  const fields = components.flatMap(([name, text]) =>
    [...text.matchAll(/<(?:textarea|input(?=[^<]*type="search"))\b[^<]*\/>/g)].map(([field]) => ({
      name,
      isAuto: /dir="auto"/.test(field),
    })),
  );
  expect(fields.length).toBeGreaterThan(4);
  expect(fields.filter(({ isAuto }) => !isAuto)).toEqual([]);
});

it("no live region is without a box: Safari does not announce one with display: contents", () => {
  const regions = components.flatMap(([name, text]) =>
    [...text.matchAll(/<\w+\b[^<]*?(?:role="(?:status|alert|log)"|aria-live)[^<]*?>/g)].map(
      ([tag]) => `${name}: ${tag}`,
    ),
  );
  expect(regions.length).toBeGreaterThan(8);
  expect(regions.filter((tag) => /["\s]contents["\s]/.test(tag))).toEqual([]);
});
