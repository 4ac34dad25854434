import { execFileSync } from "node:child_process";
import path from "node:path";
import manifest from "../package.json" with { type: "json" };
import { projectRoot } from "./local-state";

/**
 * Returns a build's name, its version and commit: "Afterglow 1.0.0 · abc1234". Without git, the version alone.
 * @param folder the repository
 */
export function buildName(folder = projectRoot): string {
  return [`Afterglow ${manifest.version}`, ...commitOf(folder)].join(" · ");
}

/** Returns the first seven digits of the commit: git's own short form depends on the other commits that a clone has. */
function commitOf(folder: string): string[] {
  try {
    // Of this folder alone: git would take the repository around it.
    const args = ["--git-dir", path.join(folder, ".git"), "rev-parse", "--verify", "HEAD"];
    return [execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).slice(0, 7)];
  } catch {
    return [];
  }
}
