import { createWriteStream } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { openLocalBindings, startLocalServer } from "../../scripts/local-server";
import { stateFolder } from "../../scripts/local-state";

/** Stands before the built worker's entry: what the worker is given can then be made to fail (breakable-worker.ts). */
const { outputFiles } = await build({
  stdin: {
    contents: `
      import app, { UserHub as Hub } from "./index.js";
      import { breakable, breakableHub } from "./breakable-worker";
      export default breakable(app);
      export const UserHub = breakableHub(Hub);`,
    resolveDir: import.meta.dirname,
  },
  bundle: true,
  format: "esm",
  external: ["./index.js", "node:*"],
  write: false,
});

/** The production build on an empty database of its own, for the browser tests. */
const local = await openLocalBindings();
await local.close();
const server = await startLocalServer({
  port: Number(process.env.PORT),
  logs: createWriteStream(path.join(stateFolder(), "server.log")),
  entry: outputFiles[0]?.text,
  vars: { AFTERGLOW_RATE_LIMITS: "off" },
});
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
