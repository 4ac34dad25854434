import "./quiet-tools";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";
import { chatBindings } from "../workers/chat-bindings";
import { CommandError } from "./command";
import { type LocalServerOptions, localOptions, serverOptions, withChats } from "./local-options";
import { productionConfig, projectRoot, stateFolder } from "./local-state";
import { type LocalServer, type ServerOutput, serve } from "./serve";

/** The bindings of a local run with the stored data. The app is not part of it, so no build is needed. */
export interface LocalBindings {
  db: D1Database;
  /** The chat databases by number; the first one is `db`. */
  chats: D1Database[];
  /** Origin of the script. */
  url: string;
  /** Posts to the script. @throws when the reply is not a success */
  fetch: (path: string, body: string | Uint8Array) => Promise<Response>;
  close: () => Promise<void>;
}

/**
 * Opens the bindings of a local run, and applies the migrations that the database lacks.
 * @param script a Worker with these bindings. Many calls are faster inside it: from Node, each is a round trip
 * @throws CommandError when the database was made by another version of the migrations
 */
export async function openLocalBindings(
  state: string = stateFolder(),
  script = "export default {}",
): Promise<LocalBindings> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(productionConfig);
  const { r2Buckets, images } = workerOptions;
  const d1Databases = withChats(workerOptions.d1Databases);
  const miniflare = new Miniflare({
    ...localOptions(state),
    log: new Log(LogLevel.WARN),
    modules: true,
    script,
    compatibilityDate: workerOptions.compatibilityDate,
    compatibilityFlags: workerOptions.compatibilityFlags,
    d1Databases,
    r2Buckets,
    images,
  });
  const bindings = await miniflare.getBindings<Pick<Env, "DB" | `CHAT_DB_${number}`>>();
  const { DB } = bindings;
  const others = chatBindings(bindings);
  try {
    await migrate(DB, state, "migrations");
    for (const chat of others) await migrate(chat, state, "chat-migrations");
  } catch (error) {
    await miniflare.dispose();
    throw error;
  }
  return {
    db: DB,
    chats: [DB, ...others],
    url: (await miniflare.ready).origin,
    fetch: async (path, body) => {
      const reply = await miniflare.dispatchFetch(`http://local${path}`, { method: "POST", body });
      if (!reply.ok) throw new Error(`${path} returned ${reply.status}: ${await reply.text()}`);
      return new Response(await reply.arrayBuffer());
    },
    close: () => miniflare.dispose(),
  };
}

/** Applies the missing migrations of a folder, each in one transaction, and records them in wrangler's table. */
async function migrate(db: D1Database, state: string, of: string): Promise<void> {
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const folder = path.join(projectRoot, of);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  if ([...applied].some((name) => !names.includes(name))) {
    throw new CommandError(`The data in ${state} is of another version: delete it with \`npm run reset\`.`);
  }
  for (const name of names.filter((one) => !applied.has(one))) {
    const statements = unstable_splitSqlQuery(readFileSync(path.join(folder, name), "utf8"));
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
}

/**
 * Serves the built Worker from workerd, for the browser tests and the benchmarks.
 * @throws CommandError when there is no build, or the port is in use
 */
export function startLocalServer({
  logs,
  errors,
  ...options
}: LocalServerOptions & ServerOutput): Promise<LocalServer> {
  return serve(serverOptions(options), { logs, errors });
}
