import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "./command";

/** Contains the process id of the command that uses the state folder. */
const LOCK_FILE = "afterglow.pid";

/** Locks of this process. A lock file with our own id and no entry here is stale: containers reuse process ids. */
const held = new Set<string>();

/**
 * Locks a state folder for this process, and creates the folder if needed. SQLite files that two servers share become
 * corrupt, so only one command may use a folder at a time. The lock of a process that has ended is taken over.
 * @returns a function that releases the lock; the end of the process releases it too
 * @throws CommandError when another process uses the folder, or when it cannot be written
 */
export function lockState(state: string): () => void {
  const file = path.join(state, LOCK_FILE);
  try {
    createFolder(state);
    createLock(state, file);
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(unusableState(state, error));
  }
  held.add(file);
  const release = () => {
    if (held.delete(file)) rmSync(file, { force: true });
  };
  process.once("exit", release);
  return release;
}

/** Creates a folder and its parents. `mkdirSync` with `recursive` never returns for a folder in /proc. */
function createFolder(folder: string): void {
  const parent = path.dirname(folder);
  if (existsSync(folder)) return;
  if (parent !== folder) createFolder(parent);
  mkdirSync(folder);
}

function createLock(state: string, file: string): void {
  try {
    // `wx` creates the file or fails, in one step.
    writeFileSync(file, `${process.pid}\n`, { flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    const owner = Number(readFileSync(file, "utf8"));
    if (isRunning(owner, file)) {
      throw new CommandError(
        `Process ${owner} is already using ${state}. Stop it first, or set AFTERGLOW_STATE to another folder.`,
      );
    }
    rmSync(file, { force: true });
    writeFileSync(file, `${process.pid}\n`, { flag: "wx" });
  }
}

function isRunning(pid: number, file: string): boolean {
  if (pid === process.pid) return held.has(file);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    // Signal 0 only tests whether the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return codeOf(error) === "EPERM";
  }
}

/** Returns one line that says why a folder cannot hold the local data, and what to do. */
export function unusableState(state: string, error: unknown): string {
  const code = codeOf(error);
  const reasons: Record<string, string> = {
    EACCES: "this user may not write there",
    EPERM: "this user may not write there",
    EROFS: "the file system is read-only",
    EEXIST: "it is not a folder",
    ENOTDIR: "it is not a folder",
    ENOSPC: "the disk is full",
  };
  const reason = reasons[code] ?? String(error instanceof Error ? error.message : error);
  return `Cannot store data in ${state}: ${reason}. Set AFTERGLOW_STATE to a folder that can be written.`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
