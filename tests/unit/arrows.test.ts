import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";

const architecture = readFileSync(path.join(projectRoot, "docs/architecture.md"), "utf8");

/** Returns the table of a chapter of docs/architecture.md: what the first cell of a row may import. */
function tableOf(heading: string): Map<string, string[]> {
  const [, rest = ""] = architecture.split(`\n## ${heading}\n`);
  const [chapter = ""] = rest.split("\n## ");
  const rows = chapter.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm);
  return new Map(
    [...rows].map(([, name = "", cell = ""]) => [
      name,
      [...cell.matchAll(/`([^`]+)`/g)].map(([, to = ""]) => to),
    ]),
  );
}

const folders = tableOf("Import rules");
const features = tableOf("Import rules between features");

const sources = ["app", "engine", "workers"].flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name)),
);
const textOf = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

/** Returns the imports of a file, types included: files of this project without their extension, packages by name. */
function importsOf(file: string): string[] {
  const named = textOf(file).matchAll(/(?:\bfrom|\bimport|\bimport\()\s*["']([^"']+)["']/g);
  return [...named].map(([, name = ""]) => {
    if (name.startsWith("~/")) return `app/${name.slice(2)}`;
    return name.startsWith(".") ? path.posix.join(path.posix.dirname(file), name) : name;
  });
}

const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

/** Returns the row of a file: the longest folder that contains it. */
function folderOf(file: string): string | undefined {
  return [...folders.keys()].filter((folder) => isIn(file, folder)).sort((a, b) => b.length - a.length)[0];
}

const featureOf = (file: string) => /^app\/features\/([^/]+)\//.exec(file)?.[1];

/** Returns the features that each feature imports, with an importing file of each. */
function featureImports(): Map<string, Map<string, string>> {
  const imports = new Map<string, Map<string, string>>();
  for (const file of sources) {
    const from = featureOf(file);
    if (!from) continue;
    const targets = imports.get(from) ?? new Map<string, string>();
    imports.set(from, targets);
    for (const target of importsOf(file)) {
      const to = featureOf(target);
      if (to && to !== from) targets.set(to, file);
    }
  }
  return imports;
}

/** Returns the first cycle of a graph as its nodes in order; null when there is none. */
function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const finished = new Set<string>();
  const visit = (node: string, trail: string[]): string[] | null => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (finished.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...trail, node]);
      if (cycle) return cycle;
    }
    finished.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}

describe("imports between folders", () => {
  test("every folder has a row, and every row a folder", () => {
    const withoutRow = sources.filter((file) => !folderOf(file) && !/^app\/[^/]+$/.test(file));
    expect(withoutRow).toEqual([]);
    for (const folder of folders.keys())
      expect(existsSync(path.join(projectRoot, folder)), folder).toBe(true);
  });

  test.each([...folders])("%s imports only what its row allows", (folder, allowed) => {
    const files = sources.filter((file) => folderOf(file) === folder);
    expect(files).not.toEqual([]);
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((to) => /^(app|engine|workers)\//.test(to) && !isIn(to, folder))
        .filter((to) => !allowed.some((one) => isIn(to, one)))
        .map((to) => `${file} → ${to}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe("imports between features", () => {
  const imports = featureImports();

  test("every feature has a row, and every row a feature", () => {
    expect([...features.keys()].sort()).toEqual([...imports.keys()].sort());
  });

  test.each([...features])("%s imports only what its row allows", (feature, allowed) => {
    const wrong = [...(imports.get(feature) ?? [])]
      .filter(([to]) => !allowed.includes(to))
      .map(([to, file]) => `${file} → ${to}`);
    expect(wrong).toEqual([]);
  });

  test("have no cycle, types included", () => {
    expect(cycleIn(new Map([...imports].map(([from, targets]) => [from, [...targets.keys()]])))).toBeNull();
  });
});

test("imports between files have no cycle, types included", () => {
  const byPath = new Map(sources.map((file) => [file.replace(/\.tsx?$/, ""), file]));
  const graph = sources.map((file) => {
    const targets = importsOf(file).map(
      (to) => byPath.get(to.replace(/\.tsx?$/, "")) ?? byPath.get(`${to}/index`),
    );
    return [file, targets.filter((to) => to !== undefined)] as const;
  });
  expect(cycleIn(new Map(graph))).toBeNull();
});

test("finds a cycle", () => {
  expect(
    cycleIn(
      new Map([
        ["a", ["b"]],
        ["b", ["c"]],
        ["c", ["b"]],
      ]),
    ),
  ).toEqual(["b", "c", "b"]);
});

describe("platforms", () => {
  test("a use case knows no Request and no Response", () => {
    const wrong = sources.filter(
      (file) => isIn(file, "app/domain") && /\b(Request|Response)\b/.test(codeOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  test("only workers import cloudflare:workers", () => {
    expect(
      sources.filter((file) => isIn(file, "app") && importsOf(file).includes("cloudflare:workers")),
    ).toEqual([]);
  });
});

/** Returns the text of a file without comments. */
function codeOf(file: string): string {
  return textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}
