import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CommandError } from "../../../scripts/command";
import { discardUnfinishedSeeding, markSeeding, removeState } from "../../../scripts/local-state";
import { lockState, unusableState } from "../../../scripts/state-lock";

let state: string;
const lockFile = () => path.join(state, "afterglow.pid");
const canWriteAnywhere = process.platform === "win32" || process.getuid?.() === 0;

beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), "afterglow-lock-"));
});
afterEach(() => {
  chmodSync(state, 0o700);
  rmSync(state, { recursive: true, force: true });
});

describe("the lock of a state folder", () => {
  test("has the id of its process until it is released", () => {
    const release = lockState(state);
    expect(readFileSync(lockFile(), "utf8")).toBe(`${process.pid}\n`);
    release();
    expect(existsSync(lockFile())).toBe(false);
  });

  test("creates the folder and its parents", () => {
    const nested = path.join(state, "a/b");
    lockState(nested)();
    expect(existsSync(nested)).toBe(true);
  });

  test("is refused while another process has it", () => {
    writeFileSync(lockFile(), `${process.ppid}\n`);
    expect(() => lockState(state)).toThrow(
      new CommandError(
        `Process ${process.ppid} is already using ${state}. Stop it first, or set AFTERGLOW_STATE to another folder.`,
      ),
    );
    expect(readFileSync(lockFile(), "utf8")).toBe(`${process.ppid}\n`);
  });

  test("is refused while this process has it", () => {
    const release = lockState(state);
    expect(() => lockState(state)).toThrow(CommandError);
    release();
  });

  test.each([
    ["a process that has ended", () => spawnSync(process.execPath, ["--version"]).pid],
    ["an earlier process with our id", () => process.pid],
    ["a file that was never written to its end", () => ""],
  ])("is taken over from %s", (_owner, pid) => {
    writeFileSync(lockFile(), `${pid()}`);
    const release = lockState(state);
    expect(readFileSync(lockFile(), "utf8")).toBe(`${process.pid}\n`);
    release();
  });
});

describe("a folder that cannot hold the data", () => {
  test("is reported in one line when it is a file", () => {
    const file = path.join(state, "file");
    writeFileSync(file, "");
    expect(() => lockState(file)).toThrow(
      new CommandError(
        `Cannot store data in ${file}: it is not a folder. Set AFTERGLOW_STATE to a folder that can be written.`,
      ),
    );
    expect(() => lockState(path.join(file, "below"))).toThrow(CommandError);
  });

  test.skipIf(canWriteAnywhere)("is reported in one line when it is read-only", () => {
    chmodSync(state, 0o500);
    expect(() => lockState(state)).toThrow(/^Cannot store data in .*: this user may not write there\./);
  });

  test.each([
    ["EROFS", "the file system is read-only"],
    ["EACCES", "this user may not write there"],
    ["ENOSPC", "the disk is full"],
    ["EIO", "input/output error"],
  ])("is reported in one line for %s", (code, reason) => {
    const line = unusableState("/data", Object.assign(new Error("input/output error"), { code }));
    expect(line).toBe(
      `Cannot store data in /data: ${reason}. Set AFTERGLOW_STATE to a folder that can be written.`,
    );
  });
});

describe("the data of a state folder", () => {
  beforeEach(() => {
    mkdirSync(path.join(state, "v3/d1"), { recursive: true });
    writeFileSync(path.join(state, "secrets.json"), "{}");
    writeFileSync(path.join(state, "notes.txt"), "mine");
  });

  test("is deleted after an interrupted seeding, with the mark", () => {
    markSeeding(state);
    discardUnfinishedSeeding(state);
    expect(readdirSync(state).sort()).toEqual(["notes.txt", "secrets.json"]);
  });

  test("stays when no seeding was interrupted", () => {
    discardUnfinishedSeeding(state);
    expect(readdirSync(state)).toContain("v3");
  });

  test("is deleted on request, and other files stay", () => {
    removeState(state);
    expect(readdirSync(state)).toEqual(["notes.txt"]);
  });
});
