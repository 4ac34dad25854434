import { readFile } from "node:fs/promises";
import path from "node:path";
import { build as bundle } from "esbuild";
import { Log, LogLevel, Miniflare } from "miniflare";
import { firstPage } from "~/db/cursor";
import { sessionStatement } from "~/domain/accounts/find-session";
import { tokenId } from "~/domain/accounts/session-token";
import { feedRows } from "~/domain/posts/read-feed";
import { openLocalBindings } from "../scripts/local-server";
import { projectRoot } from "../scripts/local-state";
import { compiledTexts } from "../scripts/texts/esbuild";

/** Upper bounds of this machine in the same runtime: an empty reply, one statement, one insert. */
export async function startCeilings(): Promise<{ origin: string; close: () => Promise<void> }> {
  const miniflare = new Miniflare({
    cf: false,
    host: "127.0.0.1",
    port: 0,
    log: new Log(LogLevel.WARN),
    modules: true,
    compatibilityDate: "2026-04-20",
    d1Databases: ["DB"],
    script: `export default {
      async fetch(request, env) {
        switch (new URL(request.url).pathname) {
          case "/hello":
            return new Response("hello world");
          case "/document":
            return new Response("<!doctype html><meta name=viewport content='width=device-width'><h1>Hello</h1>", {
              headers: { "Content-Type": "text/html" },
            });
          case "/select":
            return Response.json((await env.DB.prepare("SELECT 1 AS one").all()).results);
          case "/insert":
            await env.DB.prepare("INSERT INTO rows (text) VALUES ('x')").run();
            return new Response("ok");
          default:
            await env.DB.prepare("CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, text TEXT)").run();
            return new Response("ready");
        }
      }
    }`,
  });
  const { origin } = await miniflare.ready;
  await fetch(`${origin}/`);
  return { origin, close: () => miniflare.dispose() };
}

/** Runs the feed call's statements on the same data and returns the raw rows: no middleware, no use case. */
export async function startBareFeed(
  state: string,
  token: string,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const key = { session: tokenId(token), at: new Date().toISOString() };
  const statements = [sessionStatement(key), ...feedRows(firstPage).forSession(key)];
  const { url, close } = await openLocalBindings(
    state,
    `export default {
      async fetch(_, env) {
        const [, { results }] = await env.DB.batch(
          ${JSON.stringify(statements)}.map(({ sql, params }) => env.DB.prepare(sql).bind(...params)));
        return Response.json(results);
      },
    }`,
  );
  return { origin: url, close };
}

/**
 * Renders the cards of those posts with React alone (bench/bare-react.tsx), in the English of the build.
 * @param posts the API's reply
 */
export async function startBareReact(posts: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const catalog = await readFile(path.join(projectRoot, "build/client/texts/en.json"), "utf8");
  const texts = JSON.stringify(JSON.parse(catalog).messages);
  const { outputFiles } = await bundle({
    entryPoints: [path.join(projectRoot, "bench/bare-react.tsx")],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    conditions: ["workerd", "worker"],
    define: { "process.env.NODE_ENV": '"production"', "import.meta.env.SSR": "true", TEXTS: texts },
    platform: "node",
    plugins: [compiledTexts],
    // Loaded by a press only.
    external: ["*/photo-viewer.client"],
    // React's build for Node.js requires the runtime's modules.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("/");' },
  });
  const miniflare = new Miniflare({
    cf: false,
    host: "127.0.0.1",
    port: 0,
    log: new Log(LogLevel.WARN),
    modules: [{ type: "ESModule", path: "bare-react.js", contents: outputFiles[0]?.text ?? "" }],
    compatibilityDate: "2026-04-20",
    compatibilityFlags: ["nodejs_compat"],
  });
  const { origin } = await miniflare.ready;
  await fetch(`${origin}/cards`, { method: "POST", body: posts });
  return { origin, close: () => miniflare.dispose() };
}
