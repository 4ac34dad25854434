import "./quiet-tools";
import { readdirSync } from "node:fs";
import path from "node:path";
import type { MiniflareOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { CommandError } from "./command";
import { dataFolder, localVars, projectRoot, stateFolder } from "./local-state";
import { APP, OPERATOR } from "./serve";

const builtConfig = path.join(projectRoot, "build/server/wrangler.json");
/** The embedded AI engine. A local build puts it beside the app; a production build has none. */
export const builtEngineConfig = path.join(projectRoot, "dist/afterglow_engine/wrangler.json");

/** Options of every local run: no account, no network requests, and no listening beyond this machine. */
export function localOptions(state: string) {
  return {
    cf: false,
    host: "127.0.0.1",
    defaultPersistRoot: dataFolder(state),
  } satisfies Partial<MiniflareOptions>;
}

/** Adds chat databases up to the total `AFTERGLOW_CHAT_DATABASES`; without it a local run has the main one only. */
export function withChats<T>(databases: Record<string, T | string> = {}): Record<string, T | string> {
  const count = Number(process.env.AFTERGLOW_CHAT_DATABASES ?? 1);
  const names = Array.from({ length: count - 1 }, (_, at) => `CHAT_DB_${at + 1}`);
  return { ...Object.fromEntries(names.map((name) => [name, `local-${name}`])), ...databases };
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

export interface LocalServerOptions {
  /** 0 chooses a free port. */
  port: number;
  state?: string;
  /** Variables that override the local ones, for example the rate limits. */
  vars?: Record<string, string>;
  /** Source of a module that wraps the built Worker's entry, `./index.js`, and has the same exports. */
  entry?: string;
  /** Serves the entrypoint for the command line (workers/operator.ts), on a free port of this machine. */
  operator?: boolean;
}

/**
 * Returns Miniflare's options for the built Worker: plain data, which can be sent to another process.
 * @throws CommandError when there is no build
 */
export function serverOptions({
  port,
  state = stateFolder(),
  vars = {},
  entry,
  operator = false,
}: LocalServerOptions) {
  const app = builtWorker(builtConfig, entry);
  if (app.workerOptions.ai)
    throw new CommandError("The build is for Cloudflare. Run `npm run build` without AFTERGLOW_TARGET.");
  const engine = builtWorker(builtEngineConfig);
  return {
    ...localOptions(state),
    port,
    workers: [
      {
        ...app.workerOptions,
        ...app.code,
        d1Databases: withChats(app.workerOptions.d1Databases),
        name: APP,
        // Skips Miniflare's two Workers for static files on paths that have none (wrangler.toml: `run_worker_first`).
        routes: app.workerOptions.assets?.routerConfig?.static_routing?.user_worker.map(
          (path: string) => `*${path}`,
        ),
        bindings: { ...app.workerOptions.bindings, ...localVars(state), ...vars },
        unsafeDirectSockets: operator ? [{ host: "127.0.0.1", port: 0, entrypoint: OPERATOR }] : [],
      },
      { ...engine.workerOptions, ...engine.code, name: "afterglow-engine" },
    ],
  } satisfies MiniflareOptions;
}
