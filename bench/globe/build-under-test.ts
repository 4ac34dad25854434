import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build as bundle } from "esbuild";
import { projectRoot } from "../../scripts/local-state";
import { type Members, makeMembers } from "./dataset";
import type { Region } from "./places";

type LocalServers = typeof import("../../scripts/local-server");

/** A checkout with a build, and a data directory with its members. */
export interface BuildUnderTest {
  name: string;
  members: Members;
  /** Starts the build with latencies, on a copy of the data directory whose hubs do not exist yet. */
  start: () => Promise<{ origin: string; close: () => Promise<void> }>;
  close: () => void;
}

const vars = { AFTERGLOW_RATE_LIMITS: "off" };

/**
 * Prepares a checkout's build with the checkout's own migrations, packages and way to start it.
 * @param folder the checkout; its build must exist
 */
export async function prepare(name: string, folder: string, database: Region): Promise<BuildUnderTest> {
  // The module of another checkout, which exports at least the same functions.
  const servers = (await import(path.join(folder, "scripts/local-server.ts"))) as LocalServers;
  const { openLocalBindings, startLocalServer } = servers;
  const folders = mkdtempSync(path.join(tmpdir(), "afterglow-globe-"));
  const state = path.join(folders, "members");
  await (await openLocalBindings(state)).close();
  const server = await startLocalServer({ port: 0, state, vars });
  const members = await makeMembers(server.url);
  await server.close();
  rmSync(path.join(state, "v3/do"), { recursive: true, force: true });
  const entry = await bundleEntry(database);
  let rounds = 0;
  return {
    name,
    members,
    start: async () => {
      const copy = path.join(folders, `round-${++rounds}`);
      cpSync(state, copy, { recursive: true });
      const { url, close } = await startLocalServer({ port: 0, state: copy, vars, entry });
      return { origin: url, close };
    },
    close: () => rmSync(folders, { recursive: true, force: true }),
  };
}

/** Returns the module that wraps a built Worker's entry (distant-worker.ts). */
async function bundleEntry(database: Region): Promise<string> {
  const { outputFiles } = await bundle({
    stdin: {
      contents: `
        import app, { UserHub as Hub } from "./index.js";
        import { distantUserHub, distantWorker } from "./distant-worker";
        export default distantWorker(app, "${database}");
        export const UserHub = distantUserHub(Hub, "${database}");`,
      resolveDir: path.join(projectRoot, "bench/globe"),
    },
    bundle: true,
    format: "esm",
    external: ["./index.js", "node:*"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
