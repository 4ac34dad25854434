import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync, mkdirSync, openAsBlob, readdirSync, rmSync, statSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { codeOf } from "../storage-problem";
import type { Store } from "./store";

/** A file that is being written. A run that was cut leaves some; a list leaves them out. */
const UNFINISHED = ".unfinished";

/** Returns a store in a folder, which is created with its first file. */
export function folderStore(folder: string): Store {
  const pathOf = (name: string) => path.join(folder, ...name.split("/"));
  const make = (name: string) => {
    const file = pathOf(name);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  };
  return {
    async get(name) {
      return existsSync(pathOf(name)) ? new Response(await openAsBlob(pathOf(name))) : null;
    },
    async put(name, body) {
      const file = make(name);
      const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
      await pipeline(Readable.from(new Blob([body]).stream()), createWriteStream(unfinished));
      await rename(unfinished, file);
    },
    async create(name, body) {
      try {
        await writeFile(make(name), body, { flag: "wx" });
        return true;
      } catch (error) {
        if (codeOf(error) === "EEXIST") return false;
        throw error;
      }
    },
    async list(prefix) {
      const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
      const found = new Map<string, number>();
      for (const name of names.map((one) => one.split(path.sep).join("/")).sort()) {
        if (!name.startsWith(prefix) || name.endsWith(UNFINISHED)) continue;
        const entry = statSync(pathOf(name));
        if (entry.isFile()) found.set(name, entry.size);
      }
      return found;
    },
    async remove(name) {
      rmSync(pathOf(name), { force: true });
    },
  };
}
