import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "./command";
import { endProcess } from "./end-process";
import { codeOf, unusableState } from "./storage-problem";

/**
 * Its first line is the id of the command that uses the state folder; a line of JSON follows for each process that it
 * has started. A runtime outlives a Node that is killed, and still serves the data.
 */
const LOCK_FILE = "afterglow.pid";

/** Locks of this process. A lock file with our own id and no entry here is stale: containers reuse process ids. */
const held = new Set<string>();

/**
 * Locks a state folder for this process, and creates the folder if needed. SQLite files that two servers share become
 * corrupt, so only one command may use a folder at a time. The lock of a process that has ended is taken over, after
 * the processes that it has left were ended.
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
  const stopRecording = recordChildren(state);
  const release = () => {
    if (!held.delete(file)) return;
    stopRecording();
    const lock = readLock(file);
    // Somebody has deleted the lock, and another command may have locked the folder since.
    if (lock?.owner !== process.pid) return;
    for (const { pid, command } of lock.children) endProcess(pid, command);
    rmSync(file, { force: true });
  };
  process.once("exit", release);
  return release;
}

/**
 * Adds the processes that this one starts from now on to the lock of a state folder, while its owner has it.
 * @returns a function that stops this
 */
export function recordChildren(state: string, owner: number = process.pid): () => void {
  const file = path.join(state, LOCK_FILE);
  const record = (child: ChildProcess) => {
    try {
      if (readLock(file)?.owner !== owner) return;
      appendFileSync(file, `${JSON.stringify({ pid: child.pid, command: child.spawnargs.join(" ") })}\n`);
    } catch (error) {
      console.error(unusableState(state, error));
    }
  };
  // Node publishes the process on this channel before it has an id.
  const onChild = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once("spawn", () => record(child));
  };
  subscribe("child_process", onChild);
  return () => void unsubscribe("child_process", onChild);
}

interface Lock {
  owner: number;
  children: { pid: number; command: string }[];
}

/** Returns what a lock file has; null without one. A line that was not written to its end is left out. */
function readLock(file: string): Lock | null {
  if (!existsSync(file)) return null;
  const [owner = "", ...lines] = readFileSync(file, "utf8").split("\n");
  return { owner: Number.parseInt(owner, 10), children: lines.flatMap(childOf) };
}

function childOf(line: string): Lock["children"] {
  try {
    const child: unknown = JSON.parse(line);
    if (typeof child !== "object" || child === null || !("pid" in child && "command" in child)) return [];
    const { pid, command } = child;
    return typeof pid === "number" && pid > 0 && typeof command === "string" ? [{ pid, command }] : [];
  } catch {
    return [];
  }
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
    takeOver(state, file);
    // Again in one step: another command may have taken it over meanwhile.
    createLock(state, file);
  }
}

/** Ends what a lock's owner has left and deletes the lock. @throws CommandError when the owner or one of it runs on */
function takeOver(state: string, file: string): void {
  const lock = readLock(file);
  if (lock && isRunning(lock.owner, file)) {
    throw new CommandError(
      `Process ${lock.owner} is already using ${state}. Stop it first, or set AFTERGLOW_STATE to another folder.`,
    );
  }
  for (const { pid, command } of lock?.children ?? []) {
    if (endProcess(pid, command)) continue;
    throw new CommandError(
      `Process ${pid} still uses ${state}: a server that was killed has left it. End it first; if it is another program, delete ${file}.`,
    );
  }
  const owner = readLock(file)?.owner;
  if (owner === lock?.owner || Number.isNaN(owner)) rmSync(file, { force: true });
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
