import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Unstable_Config } from "wrangler";
import { isContract } from "./migration-names";

type Config = Pick<Unstable_Config, "account_id" | "compatibility_date" | "d1_databases">;

/**
 * Writes a configuration for `wrangler d1 migrations apply` whose folders lack the contract migrations, because wrangler
 * applies every file of a database's folder that the database lacks.
 * @param folder is emptied first
 * @returns the path of the configuration
 */
export function writeExpandConfig(
  projectRoot: string,
  folder: string,
  { account_id, compatibility_date, d1_databases }: Config,
): string {
  rmSync(folder, { recursive: true, force: true });
  const databases = d1_databases.map((database) => {
    const from = path.resolve(projectRoot, database.migrations_dir ?? "migrations");
    const to = path.join(folder, database.binding);
    mkdirSync(to, { recursive: true });
    const names = readdirSync(from).filter((name) => name.endsWith(".sql") && !isContract(name));
    for (const name of names) copyFileSync(path.join(from, name), path.join(to, name));
    return { ...database, migrations_dir: database.binding };
  });
  const file = path.join(folder, "wrangler.json");
  const config = { name: "migrations", account_id, compatibility_date, d1_databases: databases };
  writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}
