import { once } from "node:events";
import { createWriteStream, readdirSync } from "node:fs";
import path from "node:path";
import { finished } from "node:stream/promises";
import { CommandError } from "../command";
import { linesOf } from "../deploy/restorable";
import { again } from "./again";
import { inFolder, migrationsIn, readContent } from "./check-backup";
import { checkSql, TABLES } from "./check-sql";
import { inParallel } from "./in-parallel";
import {
  type Entry,
  fetchFile,
  listBackups,
  MANIFEST,
  newestChecked,
  readEntries,
  readManifest,
  type StoredDatabase,
} from "./manifest";
import type { Site } from "./site";
import type { Store } from "./store";

/** The walk that deletes files without a row begins again after a restore. A comparison leaves its table out. */
export const WALKS = "sweeps";

/** Tables of one query: D1 has at most 100 columns. */
const COUNTED = 50;

export interface RestoreOptions {
  /** The name of a backup; the newest that has passed its check without one. */
  name?: string | undefined;
  /** Drops the tables of databases that have other rows. */
  replaces: boolean;
}

export interface RestoreResult {
  name: string;
  /** The outcome of each database, by its name. */
  databases: Record<string, string>;
  /** Objects that were restored, and those that the bucket had already. */
  restored: number;
  present: number;
}

/**
 * Restores a backup into a site: each database that lacks its rows, then each object that the bucket lacks. Run again,
 * it continues a restore that was cut.
 * @throws CommandError when a database has other rows, before anything is changed, or when the backup is damaged
 */
export function restore(
  site: Site,
  store: Store,
  { name, replaces }: RestoreOptions,
): Promise<RestoreResult> {
  return inFolder(async (folder) => {
    const chosen = await choose(store, name);
    const manifest = await readManifest(store, chosen);
    const plans: { database: StoredDatabase; file: string | null; drops: string[] }[] = [];
    for (const database of manifest.databases) {
      const { binding } = database;
      const migrations = migrationsIn(site)(binding);
      const found = await countRows(site, binding);
      if (hasRowsOf(found, database)) {
        plans.push({ database, file: null, drops: [] });
        continue;
      }
      refuseRows(found, binding, replaces);
      const file = path.join(folder, `${database.name}.sql`);
      await fetchFile(store, chosen, database, file);
      await checkSql(file, database, migrations);
      plans.push({ database, file, drops: Object.keys(found) });
    }
    const entries = await readEntries(store, chosen, manifest, folder);
    const databases: RestoreResult["databases"] = {};
    for (const { database, file, drops } of plans) {
      if (file) await site.import(database.binding, await importOf(file, drops, database));
      const newer = newerThan(database, migrationsIn(site)(database.binding));
      databases[database.name] = (file ? "restored" : "had these rows already") + newer;
    }
    return { name: chosen, databases, ...(await restoreObjects(await site.media(), store, entries)) };
  });
}

/** Returns the words about migrations that a backup of an older schema lacks. */
function newerThan({ migration }: StoredDatabase, folder: string): string {
  const newer = readdirSync(folder).filter((name) => name.endsWith(".sql") && name > migration);
  return newer.length > 0
    ? `, with the schema of ${migration}: npm run deploy applies ${newer.sort().join(", ")}`
    : "";
}

async function choose(store: Store, name: string | undefined): Promise<string> {
  const chosen = name ?? (await newestChecked(store));
  const complete = [...(await listBackups(store))].filter(([, files]) => files.includes(MANIFEST));
  if (chosen !== null && complete.some(([one]) => one === chosen)) return chosen;
  const names = complete.map(([one]) => one).join(", ") || "none";
  throw new CommandError(
    name === undefined
      ? `The store has no backup that has passed its check. Others: ${names}.`
      : `The store has no backup ${name}. It has ${names}.`,
  );
}

/** Returns the number of rows of each table of a database. */
export async function countRows(site: Pick<Site, "rows">, binding: string): Promise<Record<string, number>> {
  const tables = (await site.rows(binding, TABLES)).map(({ name }) => String(name));
  const counts: Record<string, number> = {};
  for (let at = 0; at < tables.length; at += COUNTED) {
    const columns = tables
      .slice(at, at + COUNTED)
      .map((table) => `(SELECT count(*) FROM "${table}") AS "${table}"`);
    const [row = {}] = await site.rows(binding, `SELECT ${columns.join(", ")}`);
    for (const [table, rows] of Object.entries(row)) counts[table] = Number(rows);
  }
  return counts;
}

/** Returns whether a database has as many rows of each table as a backup: it was restored already. */
function hasRowsOf(found: Record<string, number>, { tables }: StoredDatabase): boolean {
  const names = new Set([...Object.keys(found), ...Object.keys(tables)]);
  return [...names].every((name) => name === WALKS || (found[name] ?? 0) === (tables[name] ?? 0));
}

/** Tables that have rows in a database without data. */
const OF_MIGRATIONS: ReadonlySet<string> = new Set(["d1_migrations", "site_totals"]);

function refuseRows(found: Record<string, number>, binding: string, replaces: boolean): void {
  const filled = Object.entries(found).filter(([table, rows]) => !OF_MIGRATIONS.has(table) && rows > 0);
  if (filled.length === 0 || replaces) return;
  const rows = filled.reduce((sum, [, count]) => sum + count, 0);
  throw new CommandError(
    `${binding} is not empty: rows ${rows}, tables ${filled.length}. Restore into an empty database, or add --replace, which deletes them.`,
  );
}

/** Writes the file that an import runs: it drops what the database has, restores, and lets the walks begin again. */
async function importOf(file: string, drops: readonly string[], database: StoredDatabase): Promise<string> {
  const to = `${file}.import`;
  const out = createWriteStream(to);
  const head = ["PRAGMA defer_foreign_keys=TRUE;", ...drops.map((table) => `DROP TABLE "${table}";`)];
  for (const line of head) out.write(`${line}\n`);
  for await (const line of linesOf(file)) {
    if (!out.write(`${line}\n`)) await once(out, "drain");
  }
  if (database.tables[WALKS]) out.write(`DELETE FROM ${WALKS};\n`);
  out.end();
  await finished(out);
  return to;
}

async function restoreObjects(
  media: R2Bucket,
  store: Store,
  entries: readonly Entry[],
): Promise<{ restored: number; present: number }> {
  const present = await listObjects(media);
  const missing = entries.filter(({ key, etag, size }) => present.get(key) !== `${etag} ${size}`);
  await inParallel(missing.values(), async (one) => {
    const bytes = await readContent(store, one);
    const type = one.type ? { httpMetadata: { contentType: one.type } } : {};
    await again(() => media.put(one.key, bytes, type));
  });
  return { restored: missing.length, present: entries.length - missing.length };
}

/** Returns the ETag and the size of each object of a bucket, by its key. */
export async function listObjects(media: R2Bucket): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const listed = await again(() => media.list({ cursor }));
    for (const { key, etag, size } of listed.objects) found.set(key, `${etag} ${size}`);
    cursor = listed.truncated ? listed.cursor : undefined;
  } while (cursor);
  return found;
}
