import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import manifest from "../package.json" with { type: "json" };
import { CommandError } from "./command";
import { projectRoot } from "./local-state";

/** The newest runtime that Cloudflare had published at the last `npm run update`: production is always newer. */
const VERSION = manifest.config.newestWorkerd;

const folder = path.join(projectRoot, "node_modules/.cache/workerd", VERSION);

/** Returns the variable with which tests run in a runtime newer than that of the lock file, as Cloudflare's is. */
export const inNewestRuntime = () => ({ MINIFLARE_WORKERD_PATH: newestRuntime() });

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
  if (!npm) throw new CommandError("Run this with npm, which fetches the runtime.");
  execFileSync(process.execPath, [npm, ...args, `workerd@${VERSION}`], { stdio: "inherit" });
}
