import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { CommandError, runCommand } from "./command";
import { projectRoot } from "./local-state";
import { build, runTool } from "./run";
import { heldBackIn, newestOfAll, updatesOf } from "./updates";

const runtime = path.join(projectRoot, "runtime");

/**
 * `npm run update`: raises every package to its newest version, except those held back (docs/dependencies.md), the
 * Node.js of `runtime/` and the newest workerd of the tests, then builds, tests and prints what failed. It commits
 * nothing: `git restore package.json package-lock.json runtime` undoes it.
 */
await runCommand(async () => {
  const isRaised = [raisePackages(), raiseNode(), raiseWorkerd()].some(Boolean);
  if (!isRaised) return console.log("Everything else is the newest.");
  await build();
  const { ok } = await runTool("tsx", ["scripts/test.ts", "--all"], { live: true });
  if (!ok)
    throw new CommandError(
      "Tests failed, see above. Raise fewer packages, or hold one back with its reason.",
    );
});

function raisePackages(): boolean {
  // Prints the outdated packages and exits with 1 when there are any.
  const outdated = JSON.parse(npm(["outdated", "--json"]).stdout || "{}");
  const heldBack = heldBackIn(readFileSync(path.join(projectRoot, "docs/dependencies.md"), "utf8"));
  const { raised, held } = updatesOf(outdated, heldBack);
  for (const line of held) console.log(line);
  if (raised.length === 0) return false;
  console.log(`Raising ${raised.join(" ")}`);
  run(["install", "--loglevel=error", ...raised]);
  run(["dedupe", "--loglevel=error"]);
  return true;
}

/** Raises the packages of `runtime/`, one for each system, to the newest Node.js that all of them have. */
function raiseNode(): boolean {
  const { optionalDependencies: packages } = JSON.parse(
    readFileSync(path.join(runtime, "package.json"), "utf8"),
  ) as { optionalDependencies: Record<string, string> };
  const names = Object.keys(packages);
  const newest = newestOfAll(names.map((name) => JSON.parse(view(name, "versions"))));
  if (!newest || Object.values(packages).every((version) => version === newest)) return false;
  console.log(`Raising Node.js in runtime/ to ${newest}`);
  // Not `npm install` with names: it would list them in the lock file as dependencies that every system needs too.
  run(["pkg", "set", ...names.map((name) => `optionalDependencies.${name}=${newest}`)], runtime);
  // The lock file alone: scripts/ensure-installed.mjs installs the package of this system at the next start.
  run(["install", "--package-lock-only", "--loglevel=error"], runtime);
  return true;
}

/** Raises the runtime in which some tests run beside that of the lock file (scripts/newest-workerd.ts). */
function raiseWorkerd(): boolean {
  const newest: string = JSON.parse(view("workerd", "version"));
  if (newest === JSON.parse(run(["pkg", "get", "config.newestWorkerd"]))) return false;
  console.log(`Raising the newest workerd to ${newest}`);
  run(["pkg", "set", `config.newestWorkerd=${newest}`]);
  return true;
}

function view(name: string, field: string): string {
  return run(["view", name, field, "--json"]);
}

/** Runs npm and returns its output. @throws CommandError with npm's message when it fails */
function run(args: string[], folder?: string): string {
  const { status, stdout, stderr } = npm(args, folder);
  if (status !== 0) throw new CommandError(stderr);
  return stdout;
}

/** Runs the npm that runs this script. */
function npm(args: string[], folder = projectRoot) {
  const { npm_execpath: script } = process.env;
  if (!script) throw new CommandError("Start this with `npm run update`.");
  return spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: "utf8" });
}
