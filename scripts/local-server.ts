import "./quiet-tools";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";
import { localVars, projectRoot, stateFolder } from "./local-state";

const productionConfig = path.join(projectRoot, "wrangler.toml");
const builtConfig = path.join(projectRoot, "build/server/wrangler.json");
/** The embedded AI engine, which a build for a laptop puts beside the app. */
const builtEngineConfig = path.join(projectRoot, "dist/afterglow_engine/wrangler.json");

/** The bindings of a local run, with the data that is on disk; without the app, so that no build is needed. */
export interface LocalBindings {
  db: D1Database;
  /** Where the script answers. */
  url: string;
  /** Posts to the script the world was opened with. @throws when it does not answer with a success */
  fetch: (path: string, body: string | Uint8Array) => Promise<Response>;
  close: () => Promise<void>;
}

/** Nothing here may ask for an account, look anything up on the network, or listen beyond this machine. */
function quietOptions(state: string) {
  return {
    cf: false,
    host: "127.0.0.1",
    defaultPersistRoot: path.join(state, "v3"),
    log: new Log(LogLevel.WARN),
  } satisfies Partial<MiniflareOptions>;
}

/**
 * Opens the stored data of a local run. Brings the database to the newest migration first.
 * @param script a worker that has the bindings, for work that would be slow from Node
 */
export async function openLocalBindings(
  state: string = stateFolder(),
  script = "export default {}",
): Promise<LocalBindings> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(productionConfig);
  const { d1Databases, r2Buckets, images } = workerOptions;
  const miniflare = new Miniflare({
    ...quietOptions(state),
    modules: true,
    script,
    compatibilityDate: workerOptions.compatibilityDate,
    compatibilityFlags: workerOptions.compatibilityFlags,
    d1Databases,
    r2Buckets,
    images,
  });
  const { DB } = await miniflare.getBindings<Pick<Env, "DB">>();
  await migrate(DB);
  return {
    db: DB,
    url: (await miniflare.ready).origin,
    fetch: async (path, body) => {
      const reply = await miniflare.dispatchFetch(`http://world${path}`, { method: "POST", body });
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
      return new Response(await reply.arrayBuffer());
    },
    close: () => miniflare.dispose(),
  };
}

/** Applies the migrations that are missing, each in one transaction, and keeps wrangler's own record of them. */
async function migrate(db: D1Database): Promise<void> {
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const folder = path.join(projectRoot, "migrations");
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  for (const name of names.filter((one) => !applied.has(one))) {
    const statements = unstable_splitSqlQuery(readFileSync(path.join(folder, name), "utf8"));
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ]);
  }
}

/** Every module of the build, its entry first: miniflare cannot follow the bundler's computed imports by itself. */
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

/** One built worker as miniflare takes it. @param entry see LocalServerOptions */
function builtWorker(config: string, entry?: string) {
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(config);
  if (!main) throw new Error("There is no build. Run `npm run build` first.");
  const modulesRoot = path.dirname(main);
  const first = { type: "ESModule" as const, path: path.join(modulesRoot, "entry.js"), contents: entry };
  const modules = entry === undefined ? builtModules(main) : [first, ...builtModules(main)];
  return { workerOptions, code: { modules, modulesRoot } };
}

/** Hands a request's body to the engine as the app's binding would: multipart for most models, JSON for the rest. */
const engineCaller = `export default {
  async fetch(request, env) {
    const model = request.headers.get("X-Model");
    const contentType = request.headers.get("Content-Type");
    const isDrawn = model.includes("flux-1");
    const inputs = isDrawn ? { prompt: (await request.formData()).get("prompt") } : { multipart: { body: request.body, contentType } };
    try {
      return Response.json(await env.AI.run(model, inputs, {}));
    } catch (error) {
      return new Response(error.message, { status: 502 });
    }
  },
}`;

/** The built engine alone behind a small caller, for the benchmark. */
export async function startEngine(): Promise<Miniflare> {
  const engine = builtWorker(builtEngineConfig);
  const { compatibilityDate, compatibilityFlags } = engine.workerOptions;
  const miniflare = new Miniflare({
    cf: false,
    host: "127.0.0.1",
    log: new Log(LogLevel.WARN),
    workers: [
      {
        name: "caller",
        modules: true,
        script: engineCaller,
        compatibilityDate,
        compatibilityFlags,
        serviceBindings: { AI: { name: "afterglow-engine", entrypoint: "Engine" } },
      },
      { ...engine.workerOptions, ...engine.code, name: "afterglow-engine" },
    ],
  });
  await miniflare.ready;
  return miniflare;
}

export interface LocalServer {
  url: string;
  miniflare: Miniflare;
  close: () => Promise<void>;
}

export interface LocalServerOptions {
  /** 0 takes any free port. */
  port: number;
  state?: string;
  /** Settings over those of the machine, such as rate limits. */
  vars?: Record<string, string>;
  /** A module that stands before the built worker's own, `./index.js`, and exports what that exports. */
  entry?: string;
  /** Where the worker's log lines go, mails that nobody sends included: a terminal, a file; nowhere by default. */
  logs?: NodeJS.WritableStream;
}

/**
 * Serves the built worker straight from workerd: what a person on a laptop uses, what the browser tests and
 * the benchmarks drive. `wrangler dev` would put a proxy in between.
 * @throws when the port is in use (`code: "ERR_ADDRESS_IN_USE"` in the cause) or there is no build
 */
export async function startLocalServer({
  port,
  state = stateFolder(),
  vars = {},
  entry,
  logs,
}: LocalServerOptions): Promise<LocalServer> {
  const app = builtWorker(builtConfig, entry);
  if (app.workerOptions.ai)
    throw new Error("That build is for Cloudflare. Run `npm run build` without AFTERGLOW_TARGET.");
  const engine = builtWorker(builtEngineConfig);
  const miniflare = new Miniflare({
    ...quietOptions(state),
    port,
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      if (logs) stdout.pipe(logs);
      else stdout.resume();
      stderr.pipe(process.stderr);
    },
    workers: [
      {
        ...app.workerOptions,
        ...app.code,
        name: "afterglow",
        bindings: { ...app.workerOptions.bindings, ...localVars(state), ...vars },
      },
      { ...engine.workerOptions, ...engine.code, name: "afterglow-engine" },
    ],
  });
  const url = await miniflare.ready;
  return { url: url.origin, miniflare, close: () => miniflare.dispose() };
}
