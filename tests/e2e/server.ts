import { createWriteStream } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { openLocalBindings, startLocalServer } from "../../scripts/local-server";
import { stateFolder } from "../../scripts/local-state";
import { startSlowProxy } from "./slow-proxy";

/** Wraps the built worker's entry, so that tests can make its bindings fail (fault-injection.ts). */
const { outputFiles } = await build({
  stdin: {
    contents: `
      import app, { UserHub as Hub } from "./index.js";
      import { withFaults, withHubFaults } from "./fault-injection";
      export default withFaults(app);
      export const UserHub = withHubFaults(Hub);`,
    resolveDir: import.meta.dirname,
  },
  bundle: true,
  format: "esm",
  external: ["./index.js", "node:*", "cloudflare:*"],
  write: false,
});

/** Serves the production build on an empty database of its own. */
const local = await openLocalBindings();
await local.close();
const port = Number(process.env.PORT);
const delayMs = Number(process.env.AFTERGLOW_E2E_DELAY_MS ?? 0);
const server = await startLocalServer({
  port: delayMs > 0 ? port + 1000 : port,
  logs: createWriteStream(path.join(stateFolder(), "server.log")),
  entry: outputFiles[0]?.text,
  vars: {
    AFTERGLOW_RATE_LIMITS: "off",
    // The push service of a test (push-service.ts).
    AFTERGLOW_PUSH_SERVICE: `http://127.0.0.1:${port + 2000}`,
    MAIL_WEBHOOK_SECRET: "the secret of the mail service, for tests",
    AFTERGLOW_OPERATOR: "Ada Lovelace, 12 Dorset Street, London",
    AFTERGLOW_CONTACT: "hello@photos.example",
  },
});
if (delayMs > 0) startSlowProxy(port, port + 1000, delayMs);
process.once("SIGTERM", () => void server.close().then(() => process.exit(0)));
