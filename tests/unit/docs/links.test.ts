import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";

const folders = [".github", "app", "bench", "docs", "engine", "migrations", "scripts", "tests", "workers"];
const inRoot = readdirSync(projectRoot).filter((name) => /\.(md|ts|toml)$/.test(name));
const inFolders = folders.flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
    .filter((name) => /\.(ts|tsx|css|sql|mjs|toml|md|yml)$/.test(name)),
);
const files = [...inRoot, ...inFolders].filter((file) => statSync(path.join(projectRoot, file)).isFile());
const textOf = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

/** The anchors of a Markdown document: explicit ids, and headings as GitHub derives them. */
function anchorsOf(file: string): Set<string> {
  const text = textOf(file);
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...explicit, ...headings]);
}

/** Targets of Markdown links and of plain citations (`docs/product.md#limits`), relative to the project's root. */
function targetsIn(file: string): string[] {
  const text = textOf(file);
  const cited = [...text.matchAll(/\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g)].map(([target]) => target);
  if (!file.endsWith(".md")) return cited;
  const linked = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(https?:|mailto:)/.test(target))
    .map((target) =>
      target.startsWith("#") ? file + target : path.posix.join(path.posix.dirname(file), target),
    );
  return [...cited, ...linked];
}

function isBroken(target: string): boolean {
  const [file = "", anchor] = target.split("#");
  if (!existsSync(path.join(projectRoot, file))) return true;
  return anchor !== undefined && !anchorsOf(file).has(anchor);
}

describe("documents", () => {
  test("every cited document and anchor exists", () => {
    // This file's own patterns look like citations.
    const sources = files.filter((file) => file !== "tests/unit/docs/links.test.ts");
    const broken = sources.flatMap((file) =>
      targetsIn(file)
        .filter(isBroken)
        .map((target) => `${file} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("decisions/README.md lists every record, each with its parts", () => {
    const records = files.filter((file) => /^docs\/decisions\/\d/.test(file)).toSorted();
    const rows = records.map((file) => {
      const text = textOf(file);
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
      expect(text, file).toMatch(
        /^- Date: \d{4}-\d\d-\d\d\n- Status: (accepted|superseded (in part )?by \[?\d+.*)$/m,
      );
      const parts = [...text.matchAll(/^## (\w+)/gm)].map(([, part]) => part);
      expect(parts, file).toEqual(["Context", "Decision", "Consequences"]);
      expect(path.basename(file).slice(0, 4), file).toBe(number?.padStart(4, "0"));
      return `- [${number}](${path.basename(file)}) ${title}`;
    });
    const listed = textOf("docs/decisions/README.md").match(/^- \[.+$/gm);
    expect(listed).toEqual(rows);
  });
});
