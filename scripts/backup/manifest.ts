import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { CommandError } from "../command";
import { hashOf } from "./hash";
import { readText, type Store } from "./store";

/** A file of a backup, as it is stored. */
const storedFile = z.object({ file: z.string(), bytes: z.int(), sha256: z.string() });

const manifest = z.object({
  format: z.literal(1),
  /** When the backup began, in ISO 8601. */
  time: z.iso.datetime(),
  /** The site whose backup it is. */
  site: z.string(),
  /** The version in package.json. */
  version: z.string(),
  databases: z.array(
    storedFile.extend({
      binding: z.string(),
      name: z.string(),
      /** The newest migration; empty without one. */
      migration: z.string(),
      /** The number of rows of each table that has some. */
      tables: z.record(z.string(), z.int()),
    }),
  ),
  /** The list of the objects of the bucket, their number and their bytes. */
  objects: storedFile.extend({ count: z.int(), size: z.int() }),
});

export type Manifest = z.infer<typeof manifest>;
export type StoredDatabase = Manifest["databases"][number];
type StoredFile = z.infer<typeof storedFile>;

/** An object of the bucket, and the content that the store has of it. */
const entry = z.object({
  key: z.string(),
  size: z.int(),
  etag: z.string(),
  type: z.string(),
  sha256: z.string(),
});

export type Entry = z.infer<typeof entry>;

/** Backups are in folders with the names of their times. */
const BACKUPS = "backups/";
/** The last file of a backup. Without it the backup was cut. */
export const MANIFEST = "manifest.json";
/** Is added when the backup has passed its check. */
export const CHECKED = "checked.json";

export const folderOf = (name: string) => `${BACKUPS}${name}/`;

/** Returns the name of a backup: its time without the characters that a file must not have. */
export const nameOf = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, "");

/** Returns the time of a backup by its name, in milliseconds. */
export const timeOf = (name: string) =>
  Date.parse(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

/** The name of the content of an object in the store: those of two objects with the same bytes are one. */
export const CONTENTS = "contents/";
export const contentOf = ({ sha256 }: Pick<Entry, "sha256">) => `${CONTENTS}${sha256.slice(0, 2)}/${sha256}`;

/** Returns the names of the files of each backup of a store, by the backup's name, oldest first. */
export async function listBackups(store: Store): Promise<Map<string, string[]>> {
  const backups = new Map<string, string[]>();
  for (const file of (await store.list(BACKUPS)).keys()) {
    const [, name = "", part = ""] = file.split("/");
    backups.set(name, [...(backups.get(name) ?? []), part]);
  }
  return new Map([...backups].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the newest backup that has passed its check; null without one. */
export async function newestChecked(store: Store): Promise<string | null> {
  const checked = [...(await listBackups(store))].filter(([, files]) => files.includes(CHECKED));
  return checked.at(-1)?.[0] ?? null;
}

/** Returns the manifest of a backup. @throws CommandError when it is missing or damaged */
export async function readManifest(store: Store, name: string): Promise<Manifest> {
  const file = `${folderOf(name)}${MANIFEST}`;
  const text = await readText(store, file);
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${file} is damaged, or of another version of Afterglow.`);
  }
}

/** Compresses a file and stores it in a backup. @param folder for the compressed file meanwhile */
export async function storeFile(store: Store, backup: string, source: string): Promise<StoredFile> {
  const compressed = `${source}.gz`;
  await pipeline(createReadStream(source), createGzip(), createWriteStream(compressed));
  const body = await openAsBlob(compressed);
  const file = path.basename(compressed);
  const stored = { file, bytes: body.size, sha256: await hashOf(body) };
  await store.put(`${folderOf(backup)}${file}`, body);
  await rm(compressed);
  return stored;
}

/** Reads a file of a backup to a local one, decompressed. @throws CommandError when it is missing or damaged */
export async function fetchFile(
  store: Store,
  backup: string,
  { file, sha256 }: StoredFile,
  to: string,
): Promise<void> {
  const name = `${folderOf(backup)}${file}`;
  const found = await store.get(name);
  if (!found?.body) throw new CommandError(`${name} is missing.`);
  const compressed = `${to}.gz`;
  await pipeline(found.body, createWriteStream(compressed));
  if ((await hashOf(await openAsBlob(compressed))) !== sha256)
    throw new CommandError(`${name} is damaged: its SHA-256 is not the one of the manifest.`);
  await pipeline(createReadStream(compressed), createGunzip(), createWriteStream(to));
  await rm(compressed);
}

/** Writes a list of objects, one a line. */
export async function writeEntries(entries: readonly Entry[], file: string): Promise<void> {
  await pipeline(Readable.from(entries.map((one) => `${JSON.stringify(one)}\n`)), createWriteStream(file));
}

/** Reads the list of the objects of a backup. @param folder for files meanwhile. @throws CommandError */
export async function readEntries(
  store: Store,
  backup: string,
  { objects }: Manifest,
  folder: string,
): Promise<Entry[]> {
  const file = path.join(folder, `${backup}.objects`);
  await fetchFile(store, backup, objects, file);
  const entries: Entry[] = [];
  for await (const line of createInterface(createReadStream(file, "utf8"))) entries.push(parseEntry(line));
  await rm(file);
  return entries;
}

export const parseEntry = (line: string) => entry.parse(JSON.parse(line));
