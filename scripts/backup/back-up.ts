import { rm } from "node:fs/promises";
import path from "node:path";
import { BACKUP_RECORD_KEY, type BackupRecord } from "~/contract/backup-record";
import packageJson from "../../package.json" with { type: "json" };
import { CommandError } from "../command";
import { writeRestorable } from "../deploy/restorable";
import { checkBackup, inFolder, migrationsIn } from "./check-backup";
import { copyObjects, readProgress, removeProgress } from "./copy-objects";
import { inParallel } from "./in-parallel";
import { type Lock, lockStore } from "./lock";
import {
  CHECKED,
  CONTENTS,
  contentOf,
  type Entry,
  folderOf,
  listBackups,
  MANIFEST,
  type Manifest,
  nameOf,
  newestChecked,
  readEntries,
  readManifest,
  type StoredDatabase,
  storeFile,
  timeOf,
  writeEntries,
} from "./manifest";
import { retainedBackups } from "./retention";
import type { Site } from "./site";
import type { Store } from "./store";

export interface BackupResult {
  /** The name of the backup: its time. */
  name: string;
  record: BackupRecord;
  /** Objects that the store lacked. */
  copied: number;
  /** Objects of the backup before that the site has no more. */
  gone: number;
  /** Contents that left the store, because no backup that is kept has them. */
  removed: number;
}

/**
 * Makes a backup of a site: exports each database, copies the objects that the store lacks, checks what it has stored,
 * removes backups that are no longer kept, and records the result in the bucket MEDIA.
 * @throws CommandError when it fails, or while another run uses the store. The next run goes on with the objects
 */
export async function backUp(
  site: Site,
  store: Store,
  now: () => Date = () => new Date(),
): Promise<BackupResult> {
  const lock = await lockStore(store);
  try {
    return await inFolder((folder) => run({ site, store, lock, folder }, now()));
  } finally {
    await lock.release();
  }
}

interface Run {
  site: Site;
  store: Store;
  lock: Lock;
  /** For files meanwhile. */
  folder: string;
}

async function run({ site, store, lock, folder }: Run, time: Date): Promise<BackupResult> {
  const name = nameOf(time);
  const before = await entriesBefore(site, store, folder);
  // Before the objects: each object of a row that stays is listed after its row was exported.
  const databases: StoredDatabase[] = [];
  for (const database of site.databases) {
    databases.push(await storeDatabase({ site, store, folder }, name, database));
    await lock.beat();
  }
  const entries = new Map([...before, ...(await readProgress(store))].map((one) => [one.key, one]));
  const known = { entries, contents: await store.list(CONTENTS) };
  const { all, copied } = await copyObjects(await site.media(), store, known, lock.beat);
  const list = path.join(folder, "objects.jsonl");
  await writeEntries(all, list);
  const size = all.reduce((sum, one) => sum + one.size, 0);
  const objects = { ...(await storeFile(store, name, list)), count: all.length, size };
  const made = { site: site.name, time: time.toISOString(), version: packageJson.version };
  const manifest: Manifest = { format: 1, ...made, databases, objects };
  await store.put(`${folderOf(name)}${MANIFEST}`, JSON.stringify(manifest, null, 2));
  await lock.beat();
  await checkBackup(store, name, migrationsIn(site));
  await store.put(`${folderOf(name)}${CHECKED}`, JSON.stringify({ time: new Date().toISOString() }));
  await removeProgress(store);
  const removed = await prune(store, name, all, folder);
  const record = recordOf(manifest);
  await (await site.media()).put(BACKUP_RECORD_KEY, JSON.stringify(record));
  const keys = new Set(all.map(({ key }) => key));
  return { name, record, copied, gone: before.filter(({ key }) => !keys.has(key)).length, removed };
}

/**
 * Returns the objects of the newest backup; none when it cannot be read, so that all are copied again.
 * @throws CommandError when the store has backups of another site, which this one's retention would remove
 */
async function entriesBefore(site: Site, store: Store, folder: string): Promise<Entry[]> {
  const name = await newestChecked(store);
  const manifest = name && (await readable(() => readManifest(store, name), null));
  if (!manifest) return [];
  if (manifest.site !== site.name)
    throw new CommandError(
      `The store has backups of ${manifest.site}, not of ${site.name}: each site needs its own.`,
    );
  return readable(() => readEntries(store, name, manifest, folder), []);
}

async function readable<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(`An earlier backup cannot be used. ${error.message}`);
    return otherwise;
  }
}

async function storeDatabase(
  { site, store, folder }: Omit<Run, "lock">,
  backup: string,
  { binding, name }: Site["databases"][number],
): Promise<StoredDatabase> {
  const [exported, file] = [path.join(folder, `${name}.export`), path.join(folder, `${name}.sql`)];
  await site.exportTo(binding, exported);
  const content = await writeRestorable(exported, file);
  await rm(exported);
  const stored = { binding, name, ...content, ...(await storeFile(store, backup, file)) };
  await rm(file);
  return stored;
}

/**
 * Removes backups that are no longer kept or never finished, and contents of no other. Returns the number of contents.
 * @param own the backup of this run, and its objects
 */
async function prune(store: Store, own: string, objects: readonly Entry[], folder: string): Promise<number> {
  const backups = await listBackups(store);
  const checked = [...backups].filter(([, files]) => files.includes(CHECKED)).map(([name]) => name);
  const kept = retainedBackups(checked, timeOf(own)).add(own);
  const used = new Set(objects.map(contentOf));
  for (const name of kept) {
    if (name === own) continue;
    const entries = await readable(
      async () => readEntries(store, name, await readManifest(store, name), folder),
      null,
    );
    if (!entries) kept.delete(name);
    for (const one of entries ?? []) used.add(contentOf(one));
  }
  const dropped = [...backups].filter(([name]) => !kept.has(name));
  const files = dropped.flatMap(([name, parts]) => parts.map((part) => `${folderOf(name)}${part}`)).sort();
  await inParallel(files.values(), (file) => store.remove(file));
  const unused = [...(await store.list(CONTENTS)).keys()].filter((content) => !used.has(content));
  await inParallel(unused.values(), (content) => store.remove(content));
  return unused.length;
}

function recordOf({ time, version, databases, objects }: Manifest): BackupRecord {
  const rows = databases.flatMap(({ tables }) => Object.values(tables)).reduce((sum, one) => sum + one, 0);
  const migration = databases.find(({ binding }) => binding === "DB")?.migration ?? "";
  return { time, verified: true, version, migration, rows, objects: objects.count, bytes: objects.size };
}
