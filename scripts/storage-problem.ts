import { accessSync, constants, existsSync, readdirSync, statfsSync } from "node:fs";
import path from "node:path";
import { CommandError } from "./command";
import { dataFolder } from "./local-state";

/** The bytes that a start needs: 8 MB of demo data, and what the database appends before it replaces. */
const ROOM = 32 * 1024 * 1024;

const DISK_FULL = "the disk is full";

const reasons: Record<string, string> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only",
  EEXIST: "it is not a folder",
  ENOTDIR: "it is not a folder",
  ENOSPC: DISK_FULL,
};

/** Returns one line that says why a folder cannot hold the local data, and what to do. */
export function unusableState(folder: string, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const reason = isDiskFull(text) ? DISK_FULL : (reasons[codeOf(error)] ?? text);
  return `Cannot store data in ${folder}: ${reason}. Set AFTERGLOW_STATE to a folder that can be written.`;
}

/** Whether a message of SQLite, Node or the runtime says that the disk is full. */
export function isDiskFull(message: string): boolean {
  return /\bSQLITE_FULL\b|\bENOSPC\b|No space left on device/.test(message);
}

/**
 * Checks that the data of a state folder can be changed. The runtime fails later, and reports only an internal error.
 * @param room the free space that is needed, in bytes
 * @throws CommandError when the disk is full, or a file or folder cannot be written
 */
export function requireStorage(state: string, room = ROOM): void {
  const { blocks, bavail, bsize } = statfsSync(firstThatExists(state));
  // Some file systems do not report their size.
  if (blocks > 0 && bavail * bsize < room) throw unusable(state, new Error("ENOSPC"));
  const data = dataFolder(state);
  if (existsSync(data)) requireWritable(data);
}

const firstThatExists = (folder: string): string =>
  existsSync(folder) ? folder : firstThatExists(path.dirname(folder));

function requireWritable(folder: string): void {
  let at = folder;
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      at = path.join(folder, entry.name);
      if (entry.isDirectory()) requireWritable(at);
      else accessSync(at, constants.R_OK | constants.W_OK);
    }
  } catch (error) {
    throw error instanceof CommandError ? error : unusable(at, error);
  }
}

/** Runs work that stores in a state folder. @throws CommandError when the disk is full; else what the work throws */
export async function storingIn<T>(state: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Error && isDiskFull(error.message) ? unusable(state, error) : error;
  }
}

const unusable = (folder: string, error: unknown) => new CommandError(unusableState(folder, error));

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
