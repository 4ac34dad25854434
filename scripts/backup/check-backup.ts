import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CommandError } from "../command";
import { again } from "./again";
import { checkSql } from "./check-sql";
import { hashOf } from "./hash";
import { inParallel } from "./in-parallel";
import { CONTENTS, contentOf, type Entry, fetchFile, readEntries, readManifest } from "./manifest";
import type { Site } from "./site";
import type { Store } from "./store";

/** Contents that are read again in each check, chosen at random. The sizes of all are compared. */
const SAMPLES = 50;

/** Runs work with a folder that is deleted afterwards. */
export async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "afterglow-backup-"));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Checks a backup: restores every database on this machine, looks for every object's content, and reads a sample.
 * @param migrations the folder of the migrations of a binding
 * @returns the objects
 * @throws CommandError that names the first fault
 */
export function checkBackup(
  store: Store,
  name: string,
  migrationsOf: (binding: string) => string,
): Promise<Entry[]> {
  return inFolder(async (folder) => {
    const manifest = await readManifest(store, name);
    for (const database of manifest.databases) {
      const file = path.join(folder, `${database.name}.sql`);
      await fetchFile(store, name, database, file);
      await checkSql(file, database, migrationsOf(database.binding));
    }
    const entries = await readEntries(store, name, manifest, folder);
    await checkContents(store, entries);
    return entries;
  });
}

async function checkContents(store: Store, entries: readonly Entry[]): Promise<void> {
  const sizes = await store.list(CONTENTS);
  for (const one of entries) {
    const size = sizes.get(contentOf(one));
    if (size === undefined) throw new CommandError(`${contentOf(one)} is missing: the object ${one.key}.`);
    if (size !== one.size) throw damaged(one);
  }
  await inParallel(sampleOf(entries).values(), async (one) => void (await readContent(store, one)));
}

/** Reads the content of an object. @throws CommandError when it is missing or damaged */
export async function readContent(store: Store, one: Entry): Promise<ArrayBuffer> {
  const bytes = await again(async () => (await store.get(contentOf(one)))?.arrayBuffer());
  if (!bytes) throw new CommandError(`${contentOf(one)} is missing: the object ${one.key}.`);
  if ((await hashOf(new Blob([bytes]))) !== one.sha256) throw damaged(one);
  return bytes;
}

const damaged = (one: Entry) =>
  new CommandError(`${contentOf(one)} is damaged: its bytes are not those of the object ${one.key}.`);

function sampleOf(entries: readonly Entry[]): Entry[] {
  const rest = [...entries];
  return Array.from({ length: Math.min(SAMPLES, rest.length) }, () =>
    rest.splice(Math.floor(Math.random() * rest.length), 1),
  ).flat();
}

/** Returns the folder of the migrations of a binding of a site. @throws CommandError when the site lacks it */
export const migrationsIn =
  ({ databases }: Pick<Site, "databases">) =>
  (binding: string): string => {
    const found = databases.find((one) => one.binding === binding);
    if (!found) throw new CommandError(`The backup has ${binding}, which wrangler.toml lacks.`);
    return found.migrations;
  };
