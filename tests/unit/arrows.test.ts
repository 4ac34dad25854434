import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";

/** The table "Import rules" of docs/architecture.md. */
const arrows = readArrows(readFileSync(path.join(projectRoot, "docs/architecture.md"), "utf8"));

function readArrows(document: string): Map<string, string[]> {
  const [, chapter = ""] = document.split("## Import rules");
  const rows = chapter.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm);
  return new Map(
    [...rows].map(([, folder = "", cell = ""]) => [
      folder,
      [...cell.matchAll(/`([^`]+)`/g)].map(([, to = ""]) => to),
    ]),
  );
}

const sources = ["app", "engine", "workers"].flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name)),
);
const textOf = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

/** What a file imports, types included: files of ours without their ending, packages by name. */
function importsOf(file: string): string[] {
  const named = textOf(file).matchAll(/(?:\bfrom|\bimport|\bimport\()\s*["']([^"']+)["']/g);
  return [...named].map(([, name = ""]) => {
    if (name.startsWith("~/")) return `app/${name.slice(2)}`;
    return name.startsWith(".") ? path.posix.join(path.posix.dirname(file), name) : name;
  });
}

const lies = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

/** The row that is about a file: the longest folder it lies in. */
function folderOf(file: string): string | undefined {
  return [...arrows.keys()].filter((folder) => lies(file, folder)).sort((a, b) => b.length - a.length)[0];
}

describe("arrows point one way", () => {
  test("every folder has its row, and every row its folder", () => {
    const homeless = sources.filter((file) => !folderOf(file) && !/^app\/[^/]+$/.test(file));
    expect(homeless).toEqual([]);
    for (const folder of arrows.keys()) expect(existsSync(path.join(projectRoot, folder)), folder).toBe(true);
  });

  test.each([...arrows])("%s imports only what it may", (folder, allowed) => {
    const files = sources.filter((file) => folderOf(file) === folder);
    expect(files).not.toEqual([]);
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((to) => /^(app|engine|workers)\//.test(to) && !lies(to, folder))
        .filter((to) => !allowed.some((one) => lies(to, one)))
        .map((to) => `${file} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a use case knows no Request and no Response", () => {
    const wrong = sources.filter(
      (file) => lies(file, "app/domain") && /\b(Request|Response)\b/.test(codeOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  test("only workers import what Cloudflare alone has", () => {
    expect(
      sources.filter((file) => lies(file, "app") && importsOf(file).includes("cloudflare:workers")),
    ).toEqual([]);
  });
});

/** Without comments, whose words are free. */
function codeOf(file: string): string {
  return textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}
