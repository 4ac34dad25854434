import { spawnSync } from "node:child_process";
import { projectRoot } from "./local-state";

/** `npm run bench`: runs the measurements one after the other, and stops at the first that fails. */
for (const name of ["feed", "page", "chat", "hub", "cpu", "ai"]) {
  const { status } = spawnSync("npm", ["run", `bench:${name}`], {
    cwd: projectRoot,
    stdio: "inherit",
    // On Windows, `npm` alone is no program but a script for the shell.
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}
