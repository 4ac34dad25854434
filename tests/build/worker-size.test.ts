import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { projectRoot } from "../../scripts/local-state";

const KB = 1024;
const folder = path.join(projectRoot, "build/server");

/** Returns the files that a module of the Worker imports without `import()`. */
function importsOf(file: string, text: string): string[] {
  return parseAst(text).body.flatMap((node) => {
    const source = "source" in node ? node.source?.value : undefined;
    return typeof source === "string" && source.startsWith(".")
      ? [path.join(path.dirname(file), source)]
      : [];
  });
}

/** Returns the modules that run before the first request, with their texts. */
function modulesAtStart(): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [path.join(folder, "index.js")];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = readFileSync(file, "utf8");
    found.set(file, text);
    waiting.push(...importsOf(file, text));
  }
  return found;
}

// Cloudflare allows a Worker 10 MB (gzip) and 1 s for the top level of its modules, on a machine that nobody else has
// (https://developers.cloudflare.com/workers/platform/limits/). Their code is what decides about that time, and pages
// are no part of it.
test("starts with a few modules of at most 1 MB, and without the pages", () => {
  const modules = modulesAtStart();
  const bytes = [...modules.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  expect(modules.size).toBeLessThanOrEqual(8);
  expect(bytes).toBeGreaterThan(100 * KB);
  expect(bytes).toBeLessThan(1000 * KB);
  expect([...modules.keys()].filter((name) => name.includes("server-build"))).toEqual([]);
});

test("is smaller than 630 KB, a sixteenth of what Cloudflare allows", () => {
  const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const sizes = scripts.map((name) => gzipSync(readFileSync(path.join(folder, name))).byteLength);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(630 * KB);
});
