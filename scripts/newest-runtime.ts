import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { CommandError, runCommand } from "./command";
import { projectRoot } from "./local-state";
import { runTool } from "./run";

/** The newest runtime that Cloudflare had published when this line was written. Raise it now and then: production is always newer. */
const VERSION = "1.20261117.1";

const folder = path.join(projectRoot, "node_modules/.cache/workerd", VERSION);

/**
 * `npm run newest-runtime`: runs workers tests in a runtime that is newer than the one of the lock file, as Cloudflare's is. It compiles every
 * kind of write, because newer versions of SQLite refuse some statements of older ones. `-- tests/workers/posts.test.ts …` runs other files.
 */
await runCommand(async () => {
  const files = process.argv.slice(2);
  const tests = files.length > 0 ? files : ["tests/workers/trigger-depth.test.ts"];
  const { ok } = await runTool("vitest", ["run", "--project", "workers", "--project", "chats", ...tests], {
    live: true,
    env: { MINIFLARE_WORKERD_PATH: newestRuntime() },
  });
  process.exitCode = ok ? 0 : 1;
});

/** Returns the path of the runtime. The first call fetches it from the npm registry, whose checksum npm compares. */
function newestRuntime(): string {
  if (!existsSync(path.join(folder, "node_modules/workerd/package.json"))) install();
  const load = createRequire(path.join(folder, "package.json"));
  // The main module exports the path of the program for this platform.
  const { default: program } = load("workerd") as { default: string };
  return program;
}

function install(): void {
  console.log(`Fetching workerd ${VERSION}…`);
  mkdirSync(folder, { recursive: true });
  const args = ["install", "--prefix", folder, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  // On Windows `npm` alone is no program but a script for the shell.
  const npm = process.env.npm_execpath;
  if (!npm) throw new CommandError("Run this with `npm run newest-runtime`.");
  execFileSync(process.execPath, [npm, ...args, `workerd@${VERSION}`], { stdio: "inherit" });
}
