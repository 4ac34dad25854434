import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { CommandError, runCommand } from "./command";
import { projectRoot } from "./local-state";
import { build, runTool } from "./run";
import { heldBackIn, updatesOf } from "./updates";

/**
 * `npm run update`: raises every package to its newest version, except for those held back (docs/dependencies.md), then builds, tests and
 * prints what failed. It commits nothing: `git restore package.json package-lock.json` undoes it.
 */
await runCommand(async () => {
  // Prints the outdated packages and exits with 1 when there are any.
  const outdated = JSON.parse(npm(["outdated", "--json"]).stdout || "{}");
  const heldBack = heldBackIn(readFileSync(path.join(projectRoot, "docs/dependencies.md"), "utf8"));
  const { raised, held } = updatesOf(outdated, heldBack);
  for (const line of held) console.log(line);
  if (raised.length === 0) return console.log("Everything else is the newest.");

  console.log(`Raising ${raised.join(" ")}`);
  for (const args of [["install", "--save-exact", ...raised], ["dedupe"]]) {
    const { status, stderr } = npm([...args, "--loglevel=error"]);
    if (status !== 0) throw new CommandError(stderr);
  }
  await build();
  const { ok } = await runTool("tsx", ["scripts/test.ts"], { live: true });
  if (!ok)
    throw new CommandError(
      "Tests failed, see above. Raise fewer packages, or hold one back with its reason.",
    );
});

/** Runs the npm that runs this script. */
function npm(args: string[]) {
  const { npm_execpath: script } = process.env;
  if (!script) throw new CommandError("Start this with `npm run update`.");
  return spawnSync(process.execPath, [script, ...args], { cwd: projectRoot, encoding: "utf8" });
}
