import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";

/** Each row of an export is one line: line breaks in texts are written as `char(10)`. */
export const isRow = (line: string) =>
  line.startsWith('INSERT INTO "') || line === "DELETE FROM sqlite_sequence;";
const isUniqueIndex = (line: string) => line.startsWith("CREATE UNIQUE INDEX ");
/** Indexes and triggers follow all tables. */
const endsTables = (line: string) => /^CREATE (UNIQUE INDEX|INDEX|TRIGGER|VIEW) /.test(line);

const TABLE = /^INSERT INTO "([^"]+)"/;
const MIGRATION = /^INSERT INTO "d1_migrations" .*'(\d{4}_[^']*\.sql)'/;

/** The rows and the schema of an export, by its text. */
export interface Exported {
  /** The number of rows of each table that has some. */
  tables: Record<string, number>;
  /** The newest migration; empty without one. */
  migration: string;
}

/**
 * Copies an export of D1 in an order in which D1 can read it. An export has the unique indexes after the rows, but
 * SQLite refuses a row that refers to `users (key)` or `posts (key)` before these have theirs ("foreign key mismatch").
 * Triggers stay last: they must not count the rows again. Holds only the schema in memory.
 */
export async function writeRestorable(from: string, to: string): Promise<Exported> {
  const exported: Exported = { tables: {}, migration: "" };
  const tables: string[] = [];
  const rest: string[] = [];
  for await (const line of linesOf(from)) {
    if (isRow(line)) continue;
    const part = rest.length > 0 || endsTables(line) ? rest : tables;
    part.push(line);
  }
  const out = createWriteStream(to);
  const write = async (line: string) => {
    if (!out.write(`${line}\n`)) await once(out, "drain");
  };
  for (const line of [...tables, ...rest.filter(isUniqueIndex)]) await write(line);
  for await (const line of linesOf(from)) {
    if (!isRow(line)) continue;
    count(exported, line);
    await write(line);
  }
  for (const line of rest.filter((one) => !isUniqueIndex(one))) await write(line);
  out.end();
  await once(out, "close");
  return exported;
}

function count(exported: Exported, line: string): void {
  const table = TABLE.exec(line)?.[1];
  if (!table || table === "sqlite_sequence") return;
  exported.tables[table] = (exported.tables[table] ?? 0) + 1;
  const migration = MIGRATION.exec(line)?.[1] ?? "";
  if (migration > exported.migration) exported.migration = migration;
}

/** Returns the lines of a file of SQL. */
export const linesOf = (file: string) =>
  createInterface({ input: createReadStream(file, "utf8"), crlfDelay: 0 });
