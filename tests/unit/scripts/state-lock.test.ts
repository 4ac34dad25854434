import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
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
import { lockState } from "../../../scripts/state-lock";
import { isDiskFull, requireStorage, storingIn, unusableState } from "../../../scripts/storage-problem";

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

/** Returns the line of a process in the lock. */
const lineOf = ({ pid, spawnargs }: ChildProcess) =>
  `${JSON.stringify({ pid, command: spawnargs.join(" ") })}\n`;

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

  test("leaves the lock of another process alone, whose owner has it since this one's was deleted", () => {
    const release = lockState(state);
    writeFileSync(lockFile(), `${process.ppid}\n`);
    release();
    expect(readFileSync(lockFile(), "utf8")).toBe(`${process.ppid}\n`);
    rmSync(state, { recursive: true });
    lockState(state);
    rmSync(state, { recursive: true });
    expect(release).not.toThrow();
    mkdirSync(state);
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

  test.skipIf(process.platform === "win32")(
    "names the processes that its owner starts, and ends them with itself",
    async () => {
      const release = lockState(state);
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
      await once(child, "spawn");
      expect(readFileSync(lockFile(), "utf8")).toBe(`${process.pid}\n${lineOf(child)}`);
      release();
      expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    },
  );

  test.skipIf(process.platform === "win32")(
    "ends what a killed owner has left, and no other process with the id of it",
    async () => {
      const orphan = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
      await once(orphan, "spawn");
      const owner = spawnSync(process.execPath, ["--version"]).pid;
      writeFileSync(
        lockFile(),
        // The last line was not written to its end.
        `${owner}\n{"pid":${process.ppid},"command":"node of another day"}\n${lineOf(orphan)}\0\0{"pid":1,\n`,
      );
      const release = lockState(state);
      expect(readFileSync(lockFile(), "utf8")).toBe(`${process.pid}\n`);
      expect(await once(orphan, "exit")).toEqual([null, "SIGKILL"]);
      expect(process.kill(process.ppid, 0)).toBe(true);
      release();
    },
  );
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

describe("the storage of a state folder", () => {
  test("is refused with one line while the disk has too little space", async () => {
    const line = `Cannot store data in ${state}: the disk is full. Set AFTERGLOW_STATE to a folder that can be written.`;
    expect(() => requireStorage(state, Number.MAX_SAFE_INTEGER)).toThrow(new CommandError(line));
    const full = () =>
      Promise.reject(new Error("/photo returned 500: database or disk is full: SQLITE_FULL"));
    await expect(storingIn(state, full)).rejects.toThrow(new CommandError(line));
  });

  test.skipIf(canWriteAnywhere)("is refused with the name of a file that cannot be written", () => {
    const file = path.join(state, "v3/d1/rows.sqlite");
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "", { mode: 0o400 });
    expect(() => requireStorage(state)).toThrow(
      `Cannot store data in ${file}: this user may not write there.`,
    );
  });

  test("is that of the parent while the folder does not exist", () => {
    expect(() => requireStorage(path.join(state, "a/b"))).not.toThrow();
  });

  test("is full when SQLite, Node or the runtime says so", () => {
    expect(isDiskFull("database or disk is full: SQLITE_FULL")).toBe(true);
    expect(isDiskFull("pwrite(fd, data.begin(), data.size(), offset): No space left on device")).toBe(true);
    expect(isDiskFull("the storage of the hub is fully read")).toBe(false);
  });
});

describe("the data of a state folder", () => {
  beforeEach(() => {
    mkdirSync(path.join(state, "v3/d1"), { recursive: true });
    writeFileSync(path.join(state, "secrets.json"), "{}");
    writeFileSync(path.join(state, "notes.txt"), "mine");
  });

  test("is deleted after an interrupted seeding, with the marker file", () => {
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
