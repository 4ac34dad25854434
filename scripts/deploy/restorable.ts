import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";

/** Each row of an export is one line: line breaks in texts are written as `char(10)`. */
const isRow = (line: string) => line.startsWith('INSERT INTO "') || line === "DELETE FROM sqlite_sequence;";
const isUniqueIndex = (line: string) => line.startsWith("CREATE UNIQUE INDEX ");
/** Indexes and triggers follow all tables. */
const endsTables = (line: string) => /^CREATE (UNIQUE INDEX|INDEX|TRIGGER|VIEW) /.test(line);

/**
 * Copies an export of D1 in an order in which D1 can read it. An export has the unique indexes after the rows, but SQLite refuses
 * a row that refers to `users (key)` or `posts (key)` before these have theirs ("foreign key mismatch"). Triggers stay last:
 * they must not count the rows again. Holds nothing but the schema in memory.
 */
export async function writeRestorable(from: string, to: string): Promise<void> {
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
    if (isRow(line)) await write(line);
  }
  for (const line of rest.filter((one) => !isUniqueIndex(one))) await write(line);
  out.end();
  await once(out, "close");
}

const linesOf = (file: string) => createInterface({ input: createReadStream(file, "utf8"), crlfDelay: 0 });
