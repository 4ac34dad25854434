import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Unstable_Config, unstable_readConfig, unstable_splitSqlQuery } from "wrangler";
import { openBindings } from "../admin/bindings";
import { CommandError } from "../command";
import { productionConfig, projectRoot, stateFolder } from "../local-state";
import { runTool } from "../run";
import { lockState } from "../state-lock";
import { rowsIn } from "./rows";

/** The databases and the bucket of a site, deployed or on this machine. */
export interface Site {
  /** The Worker's name, which says the environment too; another for a site on this machine. */
  name: string;
  /** The binding of each database, its name in the account, and the folder of its migrations. */
  databases: { binding: string; name: string; migrations: string }[];
  /** Returns the bucket MEDIA. */
  media: () => Promise<R2Bucket>;
  /** Writes an export of a database to a file. */
  exportTo: (binding: string, file: string) => Promise<void>;
  rows: (binding: string, sql: string) => Promise<Record<string, unknown>[]>;
  /** Runs a file of SQL, all of it or nothing. */
  import: (binding: string, file: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Opens the site of an environment of wrangler.toml, or the one of `npm start`. */
export async function openSite(env: string, isLocal: boolean): Promise<Site> {
  const config = unstable_readConfig({ config: productionConfig, env }, { hideWarnings: true });
  return isLocal ? localSite(config, stateFolder()) : deployedSite(config, env);
}

const databasesOf = ({ d1_databases }: Unstable_Config): Site["databases"] =>
  d1_databases.map(({ binding, database_name = binding, migrations_dir = "migrations" }) => ({
    binding,
    name: database_name,
    migrations: path.join(projectRoot, migrations_dir),
  }));

/** Opens the data of a state folder, and locks it. @throws CommandError while a server uses it */
export async function localSite(config: Unstable_Config, state: string): Promise<Site> {
  const unlock = lockState(state);
  const { env, close } = await openBindings(config, state);
  return {
    name: `${config.name} on this machine`,
    ...siteOf(databasesOf(config), env),
    close: async () => {
      await close();
      unlock();
    },
  };
}

/** Returns the site of bindings that this process has opened. */
export function siteOf(databases: Site["databases"], env: Pick<Env, "MEDIA">): Omit<Site, "name" | "close"> {
  // Each name is the binding of a database.
  const open = (binding: string) => (env as unknown as Record<string, D1Database>)[binding] as D1Database;
  return {
    databases,
    media: async () => env.MEDIA,
    async exportTo(binding, file) {
      // The statement behind `wrangler d1 export --local`.
      const [lines = []] = await open(binding)
        .prepare("PRAGMA miniflare_d1_export(?,?,?);")
        .bind(false, false)
        .raw<string[]>();
      writeFileSync(file, `${lines.join("\n")}\n`);
    },
    rows: async (binding, sql) => (await open(binding).prepare(sql).all()).results,
    async import(binding, file) {
      const db = open(binding);
      const statements = unstable_splitSqlQuery(readFileSync(file, "utf8"));
      await db.batch(statements.map((statement) => db.prepare(statement)));
    },
  };
}

/** Returns a deployed site: databases through wrangler's commands, the bucket through a remote binding. */
export function deployedSite(config: Unstable_Config, env: string): Site {
  const where = ["--remote", "--config", productionConfig, "--env", env];
  let bindings: ReturnType<typeof openBindings> | undefined;
  const wrangler = async (...args: string[]) => {
    const { ok, stdout, output } = await runTool("wrangler", [...args, ...where], {
      // wrangler prints rows at this level only, and asks nothing.
      env: { WRANGLER_LOG: "log", CI: "1" },
    });
    if (!ok) throw new CommandError(output.trim());
    return stdout;
  };
  return {
    name: config.name ?? "",
    databases: databasesOf(config),
    async media() {
      bindings ??= openBindings(config, null);
      return (await bindings).env.MEDIA;
    },
    exportTo: async (binding, file) => void (await wrangler("d1", "export", binding, "--output", file)),
    async rows(binding, sql) {
      const rows = rowsIn(await wrangler("d1", "execute", binding, "--json", "--yes", "--command", sql));
      if (!rows) throw new CommandError(`wrangler printed no rows of ${binding}.`);
      return rows;
    },
    import: async (binding, file) => void (await wrangler("d1", "execute", binding, "--yes", "--file", file)),
    close: async () => (await bindings)?.close(),
  };
}
