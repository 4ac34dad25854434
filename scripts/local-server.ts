import "./quiet-tools";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";
import { chatBindings } from "../workers/chat-bindings";
import { CommandError } from "./command";
import { dataFolder, localVars, productionConfig, projectRoot, stateFolder } from "./local-state";
import { portTaken } from "./port";
import { codeOf } from "./storage-problem";

const builtConfig = path.join(projectRoot, "build/server/wrangler.json");
/** The embedded AI engine. A local build puts it beside the app; a production build has none. */
export const builtEngineConfig = path.join(projectRoot, "dist/afterglow_engine/wrangler.json");

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

/** Options of every local run: no account, no network requests, and no listening beyond this machine. */
function localOptions(state: string) {
  return {
    cf: false,
    host: "127.0.0.1",
    defaultPersistRoot: dataFolder(state),
    log: new Log(LogLevel.WARN),
  } satisfies Partial<MiniflareOptions>;
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

/**
 * Adds the chat databases that `AFTERGLOW_CHAT_DATABASES`, a number in all, asks for, to those of wrangler.toml. A local run has the
 * main one only, unless this is set.
 */
function withChats<T>(databases: Record<string, T | string> = {}): Record<string, T | string> {
  const count = Number(process.env.AFTERGLOW_CHAT_DATABASES ?? 1);
  const names = Array.from({ length: count - 1 }, (_, at) => `CHAT_DB_${at + 1}`);
  return { ...Object.fromEntries(names.map((name) => [name, `local-${name}`])), ...databases };
}

/** Applies the missing migrations of a folder, each in one transaction, and records them in the table that wrangler uses. */
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

/** Returns every module of the build, the entry first: Miniflare does not find modules behind computed imports. */
function builtModules(main: string) {
  const folder = path.dirname(main);
  const others = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => file !== main);
  return [
    { type: "ESModule" as const, path: main },
    ...others
      .filter((file) => file.endsWith(".js"))
      .map((file) => ({ type: "ESModule" as const, path: file })),
    ...others
      .filter((file) => file.endsWith(".wasm"))
      .map((file) => ({ type: "CompiledWasm" as const, path: file })),
  ];
}

/** Returns a built Worker in the form of Miniflare's options. @param entry see `LocalServerOptions` */
export function builtWorker(config: string, entry?: string) {
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config);
  if (!main) throw new CommandError("There is no build. Run `npm run build` first.");
  const modulesRoot = path.dirname(main);
  const first = { type: "ESModule" as const, path: path.join(modulesRoot, "entry.js"), contents: entry };
  const modules = entry === undefined ? builtModules(main) : [first, ...builtModules(main)];
  return { workerOptions, code: { modules, modulesRoot } };
}

export interface LocalServer {
  url: string;
  /** The address of the entrypoint for the command line; null unless `operator` asks for it. */
  operatorUrl: string | null;
  miniflare: Miniflare;
  /** Resolves when workerd has ended, by `close` or by itself. */
  ended: Promise<void>;
  close: () => Promise<void>;
}

export interface LocalServerOptions {
  /** 0 chooses a free port. */
  port: number;
  state?: string;
  /** Variables that override the local ones, for example the rate limits. */
  vars?: Record<string, string>;
  /** Source of a module that wraps the built Worker's entry, `./index.js`, and has the same exports. */
  entry?: string;
  /** Receives the Worker's log, with the mails that a local run does not send. Default: none. */
  logs?: NodeJS.WritableStream;
  /** Receives the messages of the runtime, and the Worker's errors. Default: standard error. */
  errors?: NodeJS.WritableStream;
  /** Serves the entrypoint for the command line (workers/operator.ts), on a free port of this machine. */
  operator?: boolean;
}

const OPERATOR = "Operator";

/**
 * Serves the built Worker from workerd, for `npm start`, the browser tests and the benchmarks. `wrangler dev` would add a
 * proxy in between.
 * @throws CommandError when there is no build, or the port is in use
 */
export async function startLocalServer({
  port,
  state = stateFolder(),
  vars = {},
  entry,
  logs,
  errors = process.stderr,
  operator = false,
}: LocalServerOptions): Promise<LocalServer> {
  const app = builtWorker(builtConfig, entry);
  if (app.workerOptions.ai)
    throw new CommandError("The build is for Cloudflare. Run `npm run build` without AFTERGLOW_TARGET.");
  const engine = builtWorker(builtEngineConfig);
  let reportEnd = () => {};
  const ended = new Promise<void>((resolve) => {
    reportEnd = resolve;
  });
  // Kept until the server is ready: the reason for which it is not is printed in one line.
  const messages = new PassThrough();
  const miniflare = new Miniflare({
    ...localOptions(state),
    port,
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      stdout.once("close", () => reportEnd());
      if (logs) stdout.pipe(logs);
      else stdout.resume();
      stderr.pipe(messages);
    },
    workers: [
      {
        ...app.workerOptions,
        ...app.code,
        d1Databases: withChats(app.workerOptions.d1Databases),
        name: "afterglow",
        // Spares these paths Miniflare's two Workers for static files, which have none of them (wrangler.toml: `run_worker_first`).
        routes: app.workerOptions.assets?.routerConfig?.static_routing?.user_worker.map(
          (path: string) => `*${path}`,
        ),
        bindings: { ...app.workerOptions.bindings, ...localVars(state), ...vars },
        unsafeDirectSockets: operator ? [{ host: "127.0.0.1", port: 0, entrypoint: OPERATOR }] : [],
      },
      { ...engine.workerOptions, ...engine.code, name: "afterglow-engine" },
    ],
  });
  const url = await miniflare.ready.catch((error: unknown) => {
    if (codeOf(error) === "ERR_ADDRESS_IN_USE") throw portTaken(port);
    messages.pipe(errors);
    throw error;
  });
  messages.pipe(errors);
  const operatorUrl = operator ? (await miniflare.unsafeGetDirectURL("afterglow", OPERATOR)).href : null;
  return { url: url.origin, operatorUrl, miniflare, ended, close: () => miniflare.dispose() };
}
