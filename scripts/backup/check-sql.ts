import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CommandError } from "../command";
import { isRow, linesOf } from "../deploy/restorable";
import type { StoredDatabase } from "./manifest";

/** The longest statement of D1, in bytes (developers.cloudflare.com/d1/platform/limits). */
const STATEMENT_MAX = 100_000;
/** Characters of SQL that are run at once. */
const CHUNK = 1_000_000;

/** The tables of a database without those of SQLite and of D1 itself. */
export const TABLES =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' AND name NOT LIKE '~_cf~_%' ESCAPE '~' ORDER BY name";

/**
 * Restores a file of SQL into an empty database on this machine and checks it: every reference leads to a row, the rows
 * are as many as the manifest says, and the schema is the one that its migrations make.
 * @param migrations the folder of the database's migrations
 * @throws CommandError that names what is wrong
 */
export async function checkSql(
  file: string,
  { name, tables }: StoredDatabase,
  migrations: string,
): Promise<void> {
  const database = new DatabaseSync(`${file}.db`);
  const fail = (problem: string) => new CommandError(`The copy of ${name} ${problem}`);
  try {
    await restoreInto(database, file).catch((error: unknown) => {
      throw fail(`cannot be restored: ${error instanceof Error ? error.message : String(error)}`);
    });
    const [broken] = database.prepare("PRAGMA foreign_key_check").all();
    if (broken) throw fail(`has a row of ${broken.table} that refers to no row of ${broken.parent}.`);
    database.exec("COMMIT");
    const counts = countsOf(database);
    for (const table of new Set([...Object.keys(tables), ...Object.keys(counts)])) {
      const [found, expected] = [counts[table] ?? 0, tables[table] ?? 0];
      if (found !== expected) throw fail(`has ${found} rows of ${table}; the manifest says ${expected}.`);
    }
    checkSchema(database, migrations, fail);
  } finally {
    database.close();
  }
}

/** Runs a file of SQL, with the references enforced as D1 does, and leaves the transaction open. */
async function restoreInto(database: DatabaseSync, file: string): Promise<void> {
  // No crash has to be survived.
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  let pending = "";
  for await (const line of linesOf(file)) {
    // A row ends its statement; other statements can go on in the next line.
    if (isRow(line) && pending.length > CHUNK) {
      database.exec(pending);
      pending = "";
    }
    if (isRow(line) && Buffer.byteLength(line) > STATEMENT_MAX)
      throw new Error(`a row of ${Buffer.byteLength(line)} bytes is longer than a statement of D1`);
    pending += `${line}\n`;
  }
  database.exec(pending);
}

/** Returns the number of rows of each table that has some. */
function countsOf(database: DatabaseSync): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name } of database.prepare(TABLES).all()) {
    const rows = Number(database.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.n);
    if (rows > 0) counts[String(name)] = rows;
  }
  return counts;
}

/** Compares a schema with that of the database's migrations. An export that was cut lacks its last objects. */
function checkSchema(database: DatabaseSync, folder: string, fail: (problem: string) => CommandError): void {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const applied = database.prepare("SELECT name FROM d1_migrations ORDER BY name").all();
  const names = applied.map(({ name }) => String(name));
  const unknown = names.find((name) => !files.includes(name));
  if (unknown)
    throw fail(`has the migration ${unknown}, which this checkout lacks: use the deployed version.`);
  const expected = new DatabaseSync(":memory:");
  try {
    for (const name of names) expected.exec(readFileSync(path.join(folder, name), "utf8"));
    const missing = objectsOf(expected).find((one) => !objectsOf(database).includes(one));
    if (missing) throw fail(`lacks the ${missing}, which its migrations make: the export was cut.`);
  } finally {
    expected.close();
  }
}

function objectsOf(database: DatabaseSync): string[] {
  return database
    .prepare(
      "SELECT type || ' ' || name AS object FROM sqlite_master WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'",
    )
    .all()
    .map(({ object }) => String(object));
}
