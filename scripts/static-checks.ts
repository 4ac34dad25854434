import { generateTypes } from "./generated-types";
import { runTool, type ToolResult } from "./run";

/** A check that reads the sources and does not run the product. */
export interface StaticCheck {
  name: string;
  result: ToolResult;
}

const checks: [name: string, tool: string, args: string[]][] = [
  // The cache makes the second check of a working tree several times as fast.
  ["types", "tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/tsc.json"]],
  ["dead code", "knip", []],
  ["format and lint", "biome", ["check", "--error-on-warnings"]],
  [
    "rules of React, and lengths",
    "oxlint",
    ["--deny-warnings", "--report-unused-disable-directives", "app", "workers"],
  ],
  ["texts of the code in the catalogs (`npm run texts`)", "lingui", ["check", "sync"]],
  ["no text without a translation", "lingui", ["check", "missing"]],
  ["prose", "tsx", ["scripts/prose.ts"]],
];

/** Runs the checks side by side, after generating the types that they read. @throws CommandError when that fails */
export async function runStaticChecks(): Promise<StaticCheck[]> {
  await generateTypes();
  return Promise.all(checks.map(async ([name, tool, args]) => ({ name, result: await runTool(tool, args) })));
}

/** Prints a line for each check, and the output of those that failed. Returns the number of failures. */
export function reportStaticChecks(results: readonly StaticCheck[]): number {
  for (const { name, result } of results) {
    console.log(`— ${name}: ${result.ok ? "ok" : "FAILED"}`);
    if (!result.ok) console.log(result.output);
  }
  return results.filter(({ result }) => !result.ok).length;
}
