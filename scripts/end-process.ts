import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { codeOf } from "./storage-problem";

const LONGEST_MS = 5000;
const INTERVAL_MS = 20;

/**
 * Kills a process if it still has the command line that started it, because ids are reused. Waits until it has ended.
 * @returns false when it runs on, or may do so: on Windows command lines cannot be compared
 */
export function endProcess(pid: number, command: string): boolean {
  const found = commandOf(pid);
  if (found !== command) return found !== null;
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
  for (let waited = 0; waited < LONGEST_MS; waited += INTERVAL_MS) {
    if (commandOf(pid) !== command) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, INTERVAL_MS);
  }
  return false;
}

/** Returns the command line of a process; an empty one when it has ended; null when it cannot be read. */
export function commandOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === "ESRCH") return "";
  }
  if (process.platform === "win32") return null;
  try {
    return process.platform === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()
      : spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
  } catch (error) {
    // It has ended meanwhile.
    return codeOf(error) === "ENOENT" || codeOf(error) === "ESRCH" ? "" : null;
  }
}
