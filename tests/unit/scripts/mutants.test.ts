import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";
import { mutants } from "../../../scripts/mutants/table";

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

test.each(mutants)("$file has the text once: $text", ({ file, text, replacement, test: name }) => {
  const source = textOf(file);
  expect(source.split(text)).toHaveLength(2);
  // A mutant that does not compile would be noticed by every test.
  expect(() =>
    transformSync(
      source.replace(text, () => replacement),
      { loader: "ts" },
    ),
  ).not.toThrow();
  expect(existsSync(path.join(projectRoot, `tests/${name}.test.ts`))).toBe(true);
});
