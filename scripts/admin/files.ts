import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { CommandError } from "../command";
import type { Files } from "./command";

function requireNew(path: string): void {
  if (existsSync(path)) throw new CommandError(`${path} exists already.`);
}

/** The files of this machine. */
export const localFiles: Files = {
  requireNew,
  read: async (path) => {
    try {
      return await readFile(path, "utf8");
    } catch (error) {
      throw new CommandError(error instanceof Error ? error.message : String(error));
    }
  },
  write: async (path, content) => {
    requireNew(path);
    await writeFile(path, content, { flag: "wx", mode: 0o600 });
  },
};
