import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isContract } from "./migration-names";

/** Migrations before the code (`expand`) and after it (`contract`). */
export type Phase = "expand" | "contract";

/** Wrangler's table of applied migrations; `wrangler d1 migrations list` reads it. */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;

/** Statements whose last one returns the names of the migrations that a database has. */
export const APPLIED_QUERY = `${CREATE_TABLE} SELECT name FROM d1_migrations;`;

/** Returns the names of the migrations of a folder in the order in which they are applied. */
export function migrationsOf(folder: string, phase: Phase): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql") && isContract(name) === (phase === "contract"))
    .sort();
}

/**
 * Returns one SQL file of several migrations, each followed by its row in `d1_migrations`. D1 imports a file as a whole
 * or not at all, so a migration is applied exactly when it is recorded.
 */
export function importOf(folder: string, names: string[]): string {
  return names
    .map((name) => {
      const sql = readFileSync(path.join(folder, name), "utf8");
      return `${sql}\nINSERT INTO d1_migrations (name) VALUES ('${name}');\n`;
    })
    .join("\n");
}
